/** The gateway's agreed fees, by method and day. */
import type { Kysely, Transaction } from 'kysely';
import {
  razorpayTerms,
  type FeeTerm,
  type SettlementTerms,
} from '@sachet/shared/finance/settlement/reconcile';
import type { Database } from '../tables.ts';

export async function readFeeTerms(db: Kysely<Database>): Promise<FeeTerm[]> {
  const rows = await db
    .selectFrom('fee_term')
    .selectAll()
    .orderBy('method')
    .orderBy('from_day')
    .execute();
  return rows.map((row) => ({
    method: row.method,
    fromDay: row.from_day,
    feeBasisPoints: row.fee_basis_points,
    taxBasisPoints: row.tax_basis_points,
  }));
}

export async function readSettlementTerms(db: Kysely<Database>): Promise<SettlementTerms> {
  return { ...razorpayTerms, fees: await readFeeTerms(db) };
}

/** Replaces the term of the same method and day. */
export async function storeFeeTerm(
  trx: Transaction<Database>,
  { method, fromDay, feeBasisPoints, taxBasisPoints }: FeeTerm,
): Promise<void> {
  const terms = { fee_basis_points: feeBasisPoints, tax_basis_points: taxBasisPoints };
  await trx
    .insertInto('fee_term')
    .values({ method, from_day: fromDay, ...terms })
    .onConflict((conflict) => conflict.columns(['method', 'from_day']).doUpdateSet(terms))
    .execute();
}
