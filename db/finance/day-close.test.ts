// Closes days, signs and chains the closes; events that are recorded for a closed day later are a
// restatement.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, istDay, startOfIstDay, addDays } from '@sachet/shared/time';
import { addTotals } from '@sachet/shared/finance/day-close';
import type pg from 'pg';
import { runAuditPass } from '../checks/pass.ts';
import { createPool } from '../connect.ts';
import { takeCheckpoint } from '../ledger/checkpoint.ts';
import { readSigningKey } from '../ledger/signing-key.ts';
import {
  accept,
  createStory,
  createTestLedger,
  tamper,
  verifyLines,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { stopWriters } from '../testing/stop-writers.ts';
import { closeDueDays, closesAfterMs, readDayClose, readRestatement } from './day-close.ts';
import { countNewEvents } from './day-totals.ts';

const key = readSigningKey('the key of these tests');
const { publicKeyHex } = key;

let open: TestLedger;
let pool: pg.Pool;
/** The Indian day on which everything is recorded. */
let today: string;
beforeAll(async () => {
  open = await createTestLedger();
  pool = createPool(open.database.appUrl);
});
afterAll(async () => {
  await pool.end();
  await open.close();
  await open.database.drop();
});
beforeEach(async () => {
  await tamper(open.owner, 'delete from ledger_day_close');
  today = istDay(Date.now());
});

const close = (nowMs: number, signedWith = key) =>
  closeDueDays({ db: open.db, pool }, signedWith, nowMs);
/** The earliest moment at which `day` can be closed. */
const whenDue = (day: string) => startOfIstDay(day) + dayMs + closesAfterMs;
const verify = () => verifyLines(open.database, { publicKeyHex });

let stories = 0;
async function tellStory(): Promise<string> {
  const id = await walletCalled(open, `wal_${(stories += 1)}`);
  for (const command of createStory(id, stories)) await accept(open.ledger, command);
  return id;
}

/** Adds a credit whose effective time is not now. */
async function backdate(walletId: string, effectiveAtMs: number, amountPaise = 7_00) {
  return accept(open.ledger, {
    type: 'AdjustByAdmin',
    amountPaise,
    reason: 'found in the post',
    walletId,
    idempotencyKey: `late_${effectiveAtMs}_${amountPaise}`,
    actor: 'worker',
    effectiveAtMs,
  });
}

async function sumToday() {
  const { rows } = await open.owner.query(
    `select kind, coalesce(counter_account, '') as account, count(*) as events,
            sum(amount_paise)::bigint as "amountPaise", sum(held_paise)::bigint as "heldPaise"
       from ledger_event where effective_at >= $1 and effective_at < $2
      group by 1, 2 order by kind collate "C", coalesce(counter_account, '') collate "C"`,
    [new Date(startOfIstDay(today)), new Date(startOfIstDay(today) + dayMs)],
  );
  return rows;
}

describe('a day that has ended', () => {
  test('a day is closed a quarter of an hour after its end, with the sums of its events, signed and chained', async () => {
    await tellStory();
    expect(await close(whenDue(today) - 1)).toEqual([]);
    const [closed] = await close(whenDue(today));
    expect(closed!.close).toMatchObject({ day: today, totals: await sumToday() });
    expect(closed!.close.previousHashHex).toBe('00'.repeat(32));
    expect(await close(whenDue(today)), 'once').toEqual([]);

    // Days without events are closed too, because a gap would look like a lost close.
    const later = await close(whenDue(addDays(today, 3)));
    expect(later.map((each) => [each.close.day, each.close.totals])).toEqual(
      [1, 2, 3].map((days) => [addDays(today, days), []]),
    );
    expect(later.map((each) => each.close.previousHashHex)).toEqual([
      closed!.hashHex,
      later[0]!.hashHex,
      later[1]!.hashHex,
    ]);
    expect(await verify()).toEqual([]);
    await expect(pool.query(`update ledger_day_close set key_id = ''`)).rejects.toThrow(
      'permission denied',
    );
    await expect(open.owner.query('delete from ledger_day_close')).rejects.toThrow('append-only');
  });

  test('a day is closed only once by several processes, even after one of them crashed in the middle', async () => {
    await tellStory();
    const gate = await stopWriters(open.owner, 'ledger_day_close', 'true');
    const dying = close(whenDue(today)).then(
      () => 'alive',
      () => 'dead',
    );
    await open.owner.query('select pg_terminate_backend($1)', [await gate.isReached()]);
    expect(await dying).toBe('dead');
    await gate.release();
    const several = await Promise.all([1, 2, 3].map(() => close(whenDue(addDays(today, 1)))));
    const days = several.flat().map((each) => each.close.day);
    expect(days.toSorted()).toEqual([today, addDays(today, 1)]);
    expect(await verify()).toEqual([]);
  });

  test('days of years ago are closed in batches', async () => {
    expect(await close(whenDue(addDays(today, 40)))).toHaveLength(31);
    expect(await close(whenDue(addDays(today, 40)))).toHaveLength(10);
    expect(await verify()).toEqual([]);
  });
});

describe('a restatement', () => {
  test('a restatement includes events that were recorded in time and committed too late', async () => {
    const walletId = await tellStory();
    // The checkpoint is taken before the event is appended: later, it would wait for the writer of the
    // wallet's new head.
    await takeCheckpoint(pool, key);
    await tellStory();
    const gate = await stopWriters(open.owner, 'ledger_event', `new.wallet_id = '${walletId}'`);
    const late = backdate(walletId, Date.now(), 9);
    try {
      await gate.isReached();
      expect(await close(whenDue(today))).toHaveLength(1);
    } finally {
      await gate.release();
    }
    const { seq } = await late;
    const { close: then } = (await readDayClose(open.db, today))!;
    const { events } = await readRestatement(open.db, { day: today, close: then, limit: 2 });
    expect(events.map((event) => event.seq)).toEqual([seq]);
    expect(await verify()).toEqual([]);
  });
});

describe('a restatement of counted, closed, backdated or late events', () => {
  /** Computes the restatement from all events of the day and the checkpoint's heads. */
  async function readFromEvents(day: string, on: string) {
    const { close: then } = (await readDayClose(open.db, on))!;
    const { rows } = await open.owner.query(
      `select wallet_id, seq, kind, coalesce(counter_account, '') as account, amount_paise, held_paise,
              seq <= coalesce((select max(h.seq) from ledger_checkpoint_head h
                                where h.wallet_id = e.wallet_id and h.checkpoint_number <= $3), 0) as seen
         from ledger_event e where effective_at >= $1 and effective_at < $2 order by position desc`,
      [new Date(startOfIstDay(day)), new Date(startOfIstDay(day) + dayMs), then.checkpointNumber],
    );
    const toTotals = (some: typeof rows) =>
      addTotals(
        some.map(({ kind, account, amount_paise: amountPaise, held_paise: heldPaise }) => {
          return { kind, account, events: 1, amountPaise, heldPaise };
        }),
        [],
      );
    const since = rows.filter(({ seen }) => !seen);
    return {
      believed: toTotals(rows.filter(({ seen }) => seen)),
      known: toTotals(rows),
      difference: toTotals(since),
      events: since.slice(0, 3).map(({ wallet_id, seq }) => `${wallet_id} ${seq}`),
      eventCount: since.length,
    };
  }

  async function expectAsTheEventsSay(when: string): Promise<void> {
    const { rows } = await open.owner.query<{ day: string }>(
      'select day from ledger_day_close order by day',
    );
    const days = rows.map(({ day }) => day);
    for (const on of days) {
      for (const day of [addDays(days[0]!, -1), ...days].filter((each) => each <= on)) {
        const { close: then } = (await readDayClose(open.db, on))!;
        const found = await readRestatement(open.db, { day, close: then, limit: 3 });
        const events = found.events.map(({ wallet_id, seq }) => `${wallet_id} ${seq}`);
        expect({ ...found, events }, `${when}, ${day} on ${on}`).toEqual(
          await readFromEvents(day, on),
        );
      }
    }
  }

  test('a restatement of counted, closed, backdated and late events equals the sums of its events', async () => {
    const walletId = await tellStory();
    const noon = (days: number) => startOfIstDay(addDays(today, days)) + dayMs / 2;
    const backdateToAll = async (paise: number) => {
      for (const days of [-1, 0, 1, 2]) await backdate(walletId, noon(days), paise + days);
    };
    await backdateToAll(10_00);
    await close(whenDue(today));
    await expectAsTheEventsSay('nothing since');
    await countNewEvents(open.db);
    await expectAsTheEventsSay('counted');
    await backdateToAll(11_00);
    await expectAsTheEventsSay('restated, not counted');
    await countNewEvents(open.db);
    await expectAsTheEventsSay('restated');
    await close(whenDue(addDays(today, 2)));
    await expectAsTheEventsSay('later days closed');
    await backdateToAll(12_00);
    await backdateToAll(13_00);
    await expectAsTheEventsSay('restated again, half counted');
    await countNewEvents(open.db);
    await expectAsTheEventsSay('restated again');
    // All new events are recorded on the closed day, as if they had committed late.
    await tellStory();
    await expectAsTheEventsSay('late, not counted');
    await countNewEvents(open.db);
    await expectAsTheEventsSay('late');
    await backdateToAll(14_00);
    await open.owner.query('update ledger_day set amount_paise = amount_paise + 1');
    await expectAsTheEventsSay('sums that are wrong');
    await open.owner.query('update ledger_day set amount_paise = amount_paise - 1');
    expect(await verify()).toEqual([]);
  });
});

test('a day that was not closed in time is found until it is closed', async () => {
  await tellStory();
  const findings = async () =>
    (await runAuditPass(open.database.appUrl))!.findings.map(({ check }) => check);
  expect(await findings()).not.toContain('day_close_late');
  await tamper(open.owner, `update ledger_event set recorded_at = recorded_at - interval '5 days'`);
  try {
    expect(await findings()).toContain('day_close_late');
    await close(Date.now());
    expect(await findings()).not.toContain('day_close_late');
  } finally {
    await tamper(
      open.owner,
      `update ledger_event set recorded_at = recorded_at + interval '5 days'`,
      'delete from ledger_day_close',
    );
  }
});
