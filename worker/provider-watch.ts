/** Watches what we have with the providers, and whether those that refused us have come round. */
import { endPastRefusals } from '@sachet/db/admin-notices';
import { watchBalances } from '@sachet/db/provider-balances';
import type { Parts } from './parts.ts';

export async function watchProviders({ db }: Pick<Parts, 'db'>): Promise<void> {
  await watchBalances(db);
  await endPastRefusals(db);
}
