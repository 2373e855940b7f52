/** Statements that a connection plans once. For statements whose planning takes longer than running them. */
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from './tables.ts';

/** The names of the statements, by their text. */
const names = new Map<string, string>();

/** A placeholder for a parameter while a statement is built. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement to run with `executeQuery`, built once for the process, because building one takes longer than
 * anything else in a short request. All columns must be listed: after a migration, a `*` that means other
 * columns would fail on every connection that has planned it.
 *
 * @param build Gets the parameters of the first call as placeholders: it may only pass them on.
 */
export function prepare<Row, Values extends Record<string, unknown>>(
  name: string,
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    if (!built) {
      const placeholders = Object.keys(values).map((key) => [key, new Parameter(key)]);
      built = build(db, Object.fromEntries(placeholders) as Values).compile();
      names.set(built.sql, name);
    }
    const parameters = built.parameters.map((each) =>
      each instanceof Parameter ? values[each.name] : each,
    );
    return (await db.executeQuery<Row>({ ...built, parameters })).rows;
  };
}

type AnyQuery = (query: unknown, values?: unknown, done?: unknown) => unknown;

/** The client of our pools, because Kysely does not name its statements. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as AnyQuery;
    const queryNamed: AnyQuery = (text, values, done) => {
      const name = typeof text === 'string' ? names.get(text) : undefined;
      return query(name === undefined ? text : { name, text }, values, done);
    };
    this.query = queryNamed as typeof this.query;
  }
}
