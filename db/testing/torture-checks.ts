/** The wallets of torture runs, and their checks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import type { TestDatabase } from '@sachet/dev/local/testing/database';
import { newWalletId } from '../ids.ts';
import { createLedger } from '../ledger/ledger.ts';
import { verifyWhole } from '../checks/run.ts';
import { brokenInvariants } from './ledger-checks.ts';
import {
  askAgain,
  askedBy,
  compareWithLedger,
  startWriter,
  type WritingProcess,
} from './torture.ts';

const fundsPaise = 1_000_000_000;

/** Creates wallets of users with money, and an organization's wallet whose members have budgets. */
export async function fundedWallets(
  urls: TestDatabase,
  owner: pg.Pool,
  count: number,
): Promise<string[]> {
  const wallets = Array.from({ length: count }, newWalletId);
  await openWallets(owner, wallets);
  await owner.query(
    `insert into member_budget (wallet_id, member_uid, budget_paise)
     select $1, 'm' || i, $2 from generate_series(0, 2) as i`,
    [wallets[0], fundsPaise],
  );
  await fund(
    urls.appUrl,
    wallets.map((walletId) => ({ walletId, paise: fundsPaise })),
  );
  return wallets;
}

export async function openWallets(owner: pg.Pool, wallets: readonly string[]): Promise<void> {
  await owner.query(
    `insert into wallet (id, owner_kind, owner_id) select id, 'organization', id from unnest($1::text[]) as id`,
    [wallets],
  );
}

export async function fund(
  connectionString: string,
  gifts: readonly { walletId: string; paise: number }[],
): Promise<void> {
  const ledger = createLedger({ connectionString });
  const outcomes = await Promise.all(
    gifts.map(({ walletId, paise }) =>
      ledger.append({
        type: 'CreditSignupBonus',
        walletId,
        idempotencyKey: 'funds',
        actor: 'torture',
        amountPaise: paise,
      }),
    ),
  );
  await ledger.close();
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
}

export const startWriters = (
  connectionString: string,
  names: readonly string[],
  work: Pick<WritingProcess['options'], 'seed' | 'callers' | 'task'>,
  heard?: (line: string) => void,
): Promise<WritingProcess[]> =>
  Promise.all(names.map((writer) => startWriter({ connectionString, writer, ...work }, heard)));

/** A failed writer does not answer: without this check, the test would wait forever. */
export async function untilAnswered(
  writers: readonly WritingProcess[],
  more: number,
  atMostMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const wanted = writers.map((writer) => writer.answers() + more);
  const until = Date.now() + atMostMs;
  let hasOneEnded = false;
  void Promise.race(writers.map(({ ended }) => ended)).then(() => (hasOneEnded = true));
  while (writers.some((writer, i) => writer.answers() < wanted[i]!) && Date.now() < until) {
    expect(writers.flatMap(({ failures }) => failures)).toEqual([]);
    expect(hasOneEnded).toBe(false);
    await sleep(5);
  }
}

export async function expectWhole(urls: TestDatabase, owner: pg.Pool): Promise<void> {
  expect(await brokenInvariants(owner)).toEqual([]);
  const { findings } = await verifyWhole({ connectionString: urls.ownerUrl });
  expect(findings).toEqual([]);
}

const countEvents = async (owner: pg.Pool): Promise<number> =>
  (await owner.query('select count(*) as n from ledger_event')).rows[0].n;

/**
 * Checks that the ledger has exactly the acknowledged events, and that repeating the commands changes
 * nothing.
 */
export async function expectAsAcknowledged(
  urls: TestDatabase,
  owner: pg.Pool,
  writers: readonly WritingProcess[],
): Promise<{ acknowledged: number; landedUnheard: number }> {
  let acknowledged = 0;
  let landedUnheard = 0;
  for (const writer of writers) {
    expect(writer.failures).toEqual([]);
    const asked = askedBy(writer);
    const compared = await compareWithLedger(owner, writer, asked);
    expect(compared.complaints).toEqual([]);
    const before = await countEvents(owner);
    const again = await askAgain(urls.appUrl, asked);
    expect(again.complaints).toEqual([]);
    expect(await countEvents(owner)).toBe(before + again.accepted);
    const unanswered = asked.filter(({ outcome }) => outcome === null).length;
    expect(again.accepted).toBeLessThanOrEqual(unanswered - compared.landedUnheard);
    acknowledged += asked.length - unanswered;
    landedUnheard += compared.landedUnheard;
  }
  return { acknowledged, landedUnheard };
}
