// Compares the trial balance from the daily sums with the one from every event.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, istDay, startOfIstDay } from '@sachet/shared/time';
import { countNewEvents } from './day-totals.ts';
import {
  accept,
  createStory,
  createTestLedger,
  rechain,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { readTrialBalance } from './trial-balance.ts';

let open: TestLedger;
let wallets = 0;
const today = startOfIstDay(istDay(Date.now()));

/** Records events that many days ago, spread over that day. */
async function tellStory(daysAgo: number): Promise<void> {
  const id = await walletCalled(open, `wal_${(wallets += 1)}`);
  for (const command of createStory(id, wallets)) await accept(open.ledger, command);
  await accept(open.ledger, {
    type: 'AdjustByAdmin',
    amountPaise: -3_00,
    reason: 'given twice',
    walletId: id,
    idempotencyKey: 'taken_back',
    actor: 'admin:somebody',
  });
  const start = new Date(today - daysAgo * dayMs).toISOString();
  await tamper(
    open.owner,
    `update ledger_event set recorded_at = timestamptz '${start}' + seq * interval '1 hour'
      where wallet_id = '${id}'`,
  );
  await rechain(open.owner, id);
  await open.owner.query(
    `update wallet w set recorded_at = e.recorded_at, head = e.hash from ledger_event e
      where w.id = $1 and e.wallet_id = w.id and e.seq = w.seq`,
    [id],
  );
}

beforeAll(async () => {
  open = await createTestLedger();
  for (const daysAgo of [40, 3, 2]) await tellStory(daysAgo);
  await countNewEvents(open.db);
  // The sums do not contain these events yet, and one was recorded on a day that already has sums.
  for (const daysAgo of [3, 1]) await tellStory(daysAgo);
});
afterAll(async () => {
  await open.close();
  await open.database.drop();
});

/** Adds up every event, one by one. */
async function sumEvents({ from, to }: { from: Date | null; to: Date | null }) {
  const { rows: events } = await open.owner.query<{
    counter_account: string | null;
    amount_paise: number;
    held_paise: number;
    recorded_at: Date;
  }>('select counter_account, amount_paise, held_paise, recorded_at from ledger_event');
  const known = events.filter(({ recorded_at }) => !to || recorded_at < to);
  const accounts = Map.groupBy(known, ({ counter_account }) => counter_account);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, paise) => total + paise, 0);
  return {
    balancePaise: sum(known.map(({ amount_paise }) => amount_paise)),
    heldPaise: sum(known.map(({ held_paise }) => held_paise)),
    accounts: [...accounts]
      .map(([account, ofAccount]) => {
        const [before, within] = [true, false].map((isBefore) =>
          ofAccount
            .filter(({ recorded_at }) => (from !== null && recorded_at < from) === isBefore)
            .map(({ amount_paise }) => amount_paise)
            .filter((paise) => paise !== 0),
        );
        return {
          account,
          events: within!.length,
          opening: sum(before!),
          added: sum(within!.filter((paise) => paise > 0)),
          taken: -sum(within!.filter((paise) => paise < 0)) || 0,
        };
      })
      .filter(({ events, opening }) => events > 0 || opening !== 0)
      .toSorted((a, b) => (a.account! < b.account! ? -1 : 1)),
  };
}

const at = (daysAgo: number, hours = 0) => new Date(today - daysAgo * dayMs + hours * hourMs);

describe('a trial balance from daily sums and newer events', () => {
  test.each([
    ['without limits', null, null],
    ['from a midnight until now', at(3), null],
    ['up to a midnight', null, at(2)],
    ['of whole days', at(40), at(2)],
    ['of one day', at(3), at(2)],
    ['of a part of one day', at(3, 4), at(3, 9)],
    ['from the middle of one day to the middle of another', at(40, 5), at(1, 7)],
    ['from the middle of a day until now', at(2, 6), null],
    ['without events', at(30), at(20)],
  ])('the trial balance of a period %s equals the sums of its events', async (_, from, to) => {
    const expected = await sumEvents({ from, to });
    const found = await readTrialBalance(open.db, { from, to });
    expect(found).toMatchObject(expected);
    expect(found.rowsBalancePaise).toBe(found.balancePaise);
    expect(found.rowsHeldPaise).toBe(found.heldPaise);
  });

  test("a wrong daily sum shows as a difference from the wallets' balances", async () => {
    const change = (paise: number) =>
      open.owner.query(
        `update ledger_day set amount_paise = amount_paise + $1
          where day = $2 and kind = 'TopUpCredited'`,
        [paise, istDay(at(2).getTime())],
      );
    await change(1);
    const { balancePaise, rowsBalancePaise } = await readTrialBalance(open.db, {
      from: null,
      to: null,
    });
    await change(-1);
    expect(balancePaise).toBe(rowsBalancePaise + 1);
  });
});
