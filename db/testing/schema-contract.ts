/** What servers may rely on in a schema, and what of it another schema lacks. */
import type pg from 'pg';

export interface SchemaContract {
  /** By `relation.column`. */
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly isRequired: boolean }>;
  /** Relations that can be written to. */
  readonly relations: ReadonlySet<string>;
  /** Functions with their arguments and result; what the servers' role may do with which relation. */
  readonly promises: ReadonlySet<string>;
}

export async function readContract(pool: pg.Pool): Promise<SchemaContract> {
  const { rows: columns } = await pool.query<{
    relation: string;
    name: string;
    type: string;
    required: boolean;
  }>(`
    select c.relname as relation, a.attname as name,
           format_type(a.atttypid, a.atttypmod) as type,
           c.relkind = 'r' and a.attnotnull and not a.atthasdef and a.attidentity = '' as required
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'c')
       and a.attnum > 0 and not a.attisdropped`);
  const { rows: promises } = await pool.query<{ promise: string }>(`
    select format('function %s(%s) %s', proname, pg_get_function_identity_arguments(oid),
                  pg_get_function_result(oid)) as promise
      from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select format('%s of %s', g.privilege_type, c.relname)
      from pg_class c, aclexplode(c.relacl) g
     where c.relnamespace = 'public'::regnamespace and g.grantee = 'sachet_app'::regrole
    union all
    select format('%s of %s.%s', g.privilege_type, c.relname, a.attname)
      from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
     where c.relnamespace = 'public'::regnamespace and g.grantee = 'sachet_app'::regrole
       and not a.attisdropped`);
  return {
    columns: new Map(
      columns.map(({ relation, name, type, required }) => [
        `${relation}.${name}`,
        { type, isRequired: required },
      ]),
    ),
    relations: new Set(columns.map(({ relation }) => relation)),
    promises: new Set(promises.map(({ promise }) => promise)),
  };
}

/**
 * What code that was written for `before` would miss in `after`: a column, a function or a permission
 * that is gone or another, and a column that its inserts leave out and have to give. Constraints are
 * not compared: whether older code keeps a new one, no catalogue tells.
 */
export function findBreaches(before: SchemaContract, after: SchemaContract): string[] {
  const breaches: string[] = [];
  for (const [name, { type }] of before.columns) {
    const now = after.columns.get(name)?.type;
    if (now !== type) breaches.push(now ? `${name} is ${now}, not ${type}` : `${name} is gone`);
  }
  for (const [name, { isRequired }] of after.columns) {
    const wasThere = before.relations.has(name.split('.')[0]!);
    if (wasThere && isRequired && !before.columns.get(name)?.isRequired) {
      breaches.push(`${name} has to be given`);
    }
  }
  for (const promise of before.promises) {
    if (!after.promises.has(promise)) breaches.push(`${promise} is gone`);
  }
  return breaches.toSorted();
}
