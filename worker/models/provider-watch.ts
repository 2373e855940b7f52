/** Checks our balances with the providers, and resolves notices that no longer apply. */
import {
  resolvePastDays,
  resolvePastOddities,
  resolvePastRefusals,
} from '@sachet/db/admin/notices';
import { watchBalances } from '@sachet/db/models/provider-balances';
import { reviewCatalogue } from '@sachet/db/models/review';
import type { Dependencies } from '../dependencies.ts';

export async function watchProviders({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  await watchBalances(db);
  await resolvePastRefusals(db);
  await resolvePastOddities(db);
  await resolvePastDays(db);
  await reviewCatalogue(db);
}
