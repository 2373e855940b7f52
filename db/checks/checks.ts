/**
 * The one table of checks, by the name of their findings: in which scopes each runs, and what an operator does
 * about a finding. Each subject has its own in `checks.ts`; `run.ts` runs all of them, and `report.ts` prints
 * what they find.
 */
import type { PoolClient } from 'pg';
import type { CheckName, Finding } from '@sachet/shared/ledger/contracts/admin-ledger';
import { trailChecks } from '../admin/checks.ts';
import { financeChecks } from '../finance/checks.ts';
import type { Check, Found } from '../ledger/check.ts';
import { ledgerChecks } from '../ledger/checks.ts';
import { proveBatch, type ProvedBatch, type StartedWallet } from '../ledger/wallet-batch.ts';
import { paymentChecks } from '../payments/checks.ts';
import { givenChecks } from '../people/checks.ts';
import { studioChecks } from '../studio/checks.ts';
import { taxChecks } from '../tax/checks.ts';

export const checks: Readonly<Record<CheckName, Check>> = {
  ...ledgerChecks,
  ...studioChecks,
  ...givenChecks,
  ...paymentChecks,
  ...financeChecks,
  ...taxChecks,
  ...trailChecks,
};

export type Scope = 'whole' | 'ofWallets' | 'now';

/** The names of the checks that run in one of these scopes, in their order. */
export const listChecks = (...scopes: readonly Scope[]): CheckName[] =>
  (Object.keys(checks) as CheckName[]).filter((name) =>
    scopes.some((scope) => checks[name][scope] !== undefined),
  );

/** Runs each check in turn, because all of them use the same connection. */
export async function collect(
  names: readonly CheckName[],
  find: (check: Check) => Promise<readonly Found[]> | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of names) {
    for (const { subject, walletId, seq, detail } of (await find(checks[name])) ?? []) {
      findings.push({ check: name, subject, walletId, seq, detail });
    }
  }
  return findings;
}

/**
 * Proves the events of these wallets after their starts, and runs the checks of wallets on them. The transaction
 * of `client` must have the isolation level repeatable read.
 */
export async function checkWallets(
  client: PoolClient,
  wallets: readonly StartedWallet[],
  names = listChecks('ofWallets'),
): Promise<ProvedBatch & { readonly findings: readonly Finding[] }> {
  const batch = await proveBatch(client, wallets);
  const findings = await collect(names, (check) => check.ofWallets?.(client, batch));
  return { ...batch, findings };
}
