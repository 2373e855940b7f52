import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import { requestDueVerification } from '../ledger/history/verifications.ts';
import { readOpenNotices } from '../admin/notices.ts';
import {
  accept,
  createTestLedger,
  rechain,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { readAuditorState } from './findings.ts';
import { runAuditPass } from './pass.ts';
import { proveNextSlice, readDoubts, storeDoubts } from './slice.ts';

let open: TestLedger;
beforeEach(async () => {
  open = await createTestLedger();
});
afterEach(async () => {
  await open.close();
  await open.database.drop('broken');
});

const pass = () => runAuditPass(open.database.appUrl);

/** The findings of a pass, as `charge_without_result wal_a#4`. */
async function found(): Promise<string[]> {
  const { findings } = (await pass())!;
  return findings.map(({ check, subject }) => `${check} ${subject}`);
}

/** A wallet without charges: top-ups, and a hold that was released. */
async function walletWithMoney(id: string): Promise<void> {
  await walletCalled(open, id);
  const spending = { tool: 'image', memberUid: 'member', generationId: `gen_${id}` } as const;
  await append(id, {
    type: 'CreditTopUp',
    amountPaise: 500_00,
    orderId: 'o',
    paymentId: `pay_${id}`,
  });
  await append(id, {
    type: 'PlaceHold',
    holdId: `hold_${id}`,
    amountPaise: 75_00,
    expiresAtMs: Date.UTC(2199, 0, 1),
    ...spending,
  });
  await append(id, { type: 'VoidHold', holdId: `hold_${id}` });
}

let keys = 0;
type Step = Command extends infer C
  ? C extends Command
    ? Omit<C, 'walletId' | 'idempotencyKey' | 'actor'>
    : never
  : never;
const append = (walletId: string, step: Step) =>
  accept(open.ledger, {
    ...step,
    walletId,
    idempotencyKey: `key_${(keys += 1)}`,
    actor: 'worker',
  } as Command);

describe('new events are verified', () => {
  test('a sound ledger has no findings, and a later pass reads only new events', async () => {
    await walletWithMoney('wal_a');
    expect(await pass()).toEqual({ events: 3, findings: [], newFindings: [] });
    expect(await pass()).toEqual({ events: 0, findings: [], newFindings: [] });
    await append('wal_a', { type: 'AdjustByAdmin', amountPaise: 100, reason: 'an apology' });
    expect(await pass()).toMatchObject({ events: 1, findings: [] });
    const { count, caughtUpAt } = await readAuditorState(open.db, 10);
    expect({ count, isCaughtUp: caughtUpAt !== null }).toEqual({ count: 0, isCaughtUp: true });
  });

  test('only one of several concurrent passes runs', async () => {
    await walletWithMoney('wal_a');
    const passes = await Promise.all(Array.from({ length: 5 }, pass));
    const events = passes.reduce((sum, each) => sum + (each?.events ?? 0), 0);
    expect(events).toBe(3);
  });

  test('a pass has no finding about a wallet beside the one that was changed', async () => {
    for (const id of ['wal_a', 'wal_b']) await walletWithMoney(id);
    await tamper(open.owner, `delete from ledger_event where wallet_id = 'wal_a' and seq = 3`);
    expect(await found()).toEqual([
      'chain_broken wal_a#3',
      'wallet_differs wal_a',
      'projection_differs open_hold hold_wal_a',
      expect.stringContaining('projection_differs member_month wal_a'),
    ]);
  });

  test('a pass finds that the last verified event and all later ones were rewritten', async () => {
    await walletWithMoney('wal_a');
    await pass();
    await tamper(
      open.owner,
      `update ledger_event set reason = 'other' where wallet_id = 'wal_a' and seq = 3`,
    );
    await rechain(open.owner, 'wal_a');
    await open.owner.query(
      `update wallet set head = (select hash from ledger_event where wallet_id = 'wal_a' and seq = 3)`,
    );
    expect(await found()).toEqual(['chain_broken wal_a#3']);
  });

  test('a finding stays open with its notice until the fault is repaired, and is reported once', async () => {
    await walletWithMoney('wal_a');
    const shift = (paise: number) =>
      tamper(open.owner, `update wallet set balance_paise = balance_paise + ${paise}`);
    await shift(100);
    expect((await pass())!.newFindings).toHaveLength(1);
    expect(await pass()).toMatchObject({
      findings: [{ check: 'wallet_differs' }],
      newFindings: [],
    });
    expect(await readOpenNotices(open.db, { limit: 10 })).toMatchObject([
      { kind: 'audit_finding', data: { check: 'wallet_differs', subject: 'wal_a' } },
    ]);
    await shift(-100);
    expect(await found()).toEqual([]);
    expect(await readOpenNotices(open.db, { limit: 10 })).toEqual([]);
    expect((await readAuditorState(open.db, 10)).count).toBe(0);
    await shift(100);
    expect((await pass())!.newFindings).toHaveLength(1);
  });
});

describe('old events are verified again', () => {
  test('an old event that was edited is a finding in each pass until it is repaired', async () => {
    for (const id of ['wal_a', 'wal_b']) await walletWithMoney(id);
    expect(await found()).toEqual([]);
    const set = (paise: number) =>
      tamper(
        open.owner,
        `update ledger_event set amount_paise = ${paise} where wallet_id = 'wal_a' and seq = 1`,
      );
    await set(1500_00);
    expect(await found()).toEqual(['chain_broken wal_a#1']);
    expect(await found()).toEqual(['chain_broken wal_a#1']);
    await set(500_00);
    expect(await found()).toEqual([]);
  });

  test('slices of any size read each event of a round, and doubt only the wallet that was changed', async () => {
    for (const id of ['wal_a', 'wal_b', 'wal_c']) await walletWithMoney(id);
    await pass();
    await tamper(
      open.owner,
      `update ledger_event set amount_paise = 600_00 where wallet_id = 'wal_b' and seq = 1`,
    );
    const client = await open.owner.connect();
    try {
      for (const size of [1, 2, 4, 9, 100]) {
        await storeDoubts(client, { links: [], wallets: [] });
        let slices = 0;
        let isRoundOver = false;
        while (!isRoundOver) {
          ({ isRoundOver } = await proveNextSlice(client, size));
          slices += 1;
        }
        const { links, wallets } = await readDoubts(client);
        expect({ size, slices, links, wallets }).toMatchObject({
          size,
          slices: Math.floor(9 / size) + 1,
          links: [{ walletId: 'wal_b', seq: 1 }],
          wallets: [],
        });
      }
    } finally {
      client.release();
    }
  });
});

describe('the whole ledger is verified once a day', () => {
  test('the whole ledger is verified when an event is older than a day and no verification was requested since', async () => {
    expect(await requestDueVerification(open.db)).toBeUndefined();
    await walletWithMoney('wal_a');
    expect(await requestDueVerification(open.db)).toBeUndefined();
    await tamper(open.owner, `update ledger_event set recorded_at = now() - interval '25 hours'`);
    const asked = await Promise.all([1, 2, 3].map(() => requestDueVerification(open.db)));
    expect(asked.filter((id) => id !== undefined)).toHaveLength(1);
    await open.owner
      .query(`update ledger_verification set requested_at = now() - interval '25 hours',
      status = 'done', result = '{"findingCount": 2}', finished_at = now()`);
    expect(await found()).toContainEqual(expect.stringMatching(/^verification_faults/));
    expect(await requestDueVerification(open.db)).toBeDefined();
  });
});
