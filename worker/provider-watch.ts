/** Watches what we have with the providers, and ends the notices of what has passed. */
import { resolvePastDays, resolvePastRefusals } from '@sachet/db/admin/notices';
import { watchBalances } from '@sachet/db/admin/provider-balances';
import type { Dependencies } from './dependencies.ts';

export async function watchProviders({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  await watchBalances(db);
  await resolvePastRefusals(db);
  await resolvePastDays(db);
}
