/** Statements that a connection plans once. For those whose planning takes longer than running them. */
import type { Compilable, CompiledQuery } from 'kysely';
import pg from 'pg';

/** By their text. */
const names = new Map<string, string>();

/**
 * To run with `executeQuery`. Always the same text by the same name, with all columns listed: a `*` that
 * comes to mean other columns, by a migration, would fail on every connection that has planned it.
 */
export function prepare<Row>(name: string, query: Compilable<Row>): CompiledQuery<Row> {
  const compiled = query.compile();
  names.set(compiled.sql, name);
  return compiled;
}

type AnyQuery = (query: unknown, values?: unknown, done?: unknown) => unknown;

/** Of our pools: Kysely gives its statements no names. */
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
