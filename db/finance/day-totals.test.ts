// Compares the daily sums with the events after late commits, with several processes, and after a crash.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startOfIstDay } from '@sachet/shared/time';
import { runAuditPass } from '../checks/pass.ts';
import { createLedger } from '../ledger/ledger.ts';
import {
  accept,
  createStory,
  createTestLedger,
  tamper,
  verifyLines,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { openWallets } from '../testing/torture-checks.ts';
import { stopWriters } from '../testing/stop-writers.ts';
import { lockClientUntilCommit } from '../locks.ts';
import { countNewEvents, rebuildDayTotals } from './day-totals.ts';

let open: TestLedger;
let wallets = 0;
beforeAll(async () => {
  open = await createTestLedger();
});
afterAll(async () => {
  await open.close();
  await open.database.drop();
});

/** Creates a wallet with every kind of event, whose amounts differ from those of every other wallet. */
async function tellStory(ledger = open.ledger): Promise<string> {
  const id = await walletCalled(open, `wal_${(wallets += 1)}`);
  for (const command of createStory(id, wallets)) await accept(ledger, command);
  return id;
}

const readTotals = async () =>
  (await open.owner.query('select * from ledger_day order by 1, 2, 3, 4')).rows;

/** Computes all sums again with `rebuildDayTotals`, and returns the rows that differed. */
async function rebuild(): Promise<string[]> {
  const client = await open.owner.connect();
  try {
    return await rebuildDayTotals(client);
  } finally {
    client.release();
  }
}

/** Checks that no event is missing from the sums or counted twice. */
async function expectWhole(): Promise<void> {
  const counted = await readTotals();
  expect(await verifyLines(open.database)).toEqual([]);
  await open.owner.query('truncate ledger_day, ledger_day_progress');
  await countNewEvents(open.db);
  expect(await readTotals(), 'from nothing').toEqual(counted);
  const { rows } = await open.owner.query('select count(*) as events from ledger_event');
  const sum = counted.reduce((total, { events }) => total + events, 0);
  expect(sum).toBe(rows[0].events);
}

describe('adding new events', () => {
  test('the daily sums count each new event once', async () => {
    const events = createStory('x', 0).length;
    await tellStory();
    await tellStory();
    await tellStory();
    expect(await countNewEvents(open.db)).toBe(3 * events);
    expect(await countNewEvents(open.db)).toBe(0);
    await tellStory();
    expect(await countNewEvents(open.db)).toBe(events);
    await expectWhole();
  });

  test('the daily sums count more wallets, and more events of one wallet, than a batch has', async () => {
    const own = await createTestLedger();
    try {
      const busy = await walletCalled(own, 'wal_busy');
      const gift = { type: 'AdjustByAdmin', amountPaise: 1, reason: 'a gift' } as const;
      const given = { walletId: busy, idempotencyKey: 'gift', actor: 'worker' };
      await accept(own.ledger, { ...gift, ...given });
      const others = Array.from({ length: 1_001 }, (_, i) => `wal_other_${i}`);
      await openWallets(own.owner, others);
      const copies = (changed: string, from: string) =>
        `insert into ledger_event
         select (jsonb_populate_record(e, jsonb_build_object(${changed}))).* from ledger_event e, ${from}`;
      await tamper(
        own.owner,
        `set local session_replication_role = replica`,
        copies(
          `'wallet_id', w.id, 'position', 100000 + substr(w.id, 11)::int`,
          `wallet w where w.id <> 'wal_busy'`,
        ),
        copies(
          `'seq', n, 'position', 200000 + n, 'idempotency_key', n`,
          `generate_series(2, 20001) n where e.wallet_id = 'wal_busy'`,
        ),
        `update wallet w set seq = (select max(seq) from ledger_event where wallet_id = w.id)`,
      );
      expect(await countNewEvents(own.db)).toBe(1_001 + 20_001);
      const { rows } = await own.owner.query('select sum(events)::int as events from ledger_day');
      expect(rows).toEqual([{ events: 1_001 + 20_001 }]);
    } finally {
      await own.close();
      await own.database.drop('broken');
    }
  });

  test('the daily sums count new events by the Indian days of their recording and their effect', async () => {
    const walletId = await walletCalled(open, `wal_${(wallets += 1)}`);
    const midnight = startOfIstDay('2026-03-05');
    for (const effectiveAtMs of [midnight - 1, midnight, midnight + 1]) {
      await accept(open.ledger, {
        type: 'AdjustByAdmin',
        amountPaise: 1_00,
        reason: 'found in the post',
        walletId,
        idempotencyKey: `at_${effectiveAtMs}`,
        actor: 'worker',
        effectiveAtMs,
      });
    }
    await countNewEvents(open.db);
    const { rows } = await open.owner.query(
      `select effective_day, kind, counter_account, events, amount_paise from ledger_day
        where effective_day < '2026-04' order by 1`,
    );
    const adjusted = { kind: 'AdjustedByAdmin', counter_account: 'adjustments' };
    expect(rows).toEqual([
      { effective_day: '2026-03-04', ...adjusted, events: 1, amount_paise: 1_00 },
      { effective_day: '2026-03-05', ...adjusted, events: 2, amount_paise: 2_00 },
    ]);
    await expectWhole();
  });
});

test('the daily sums still count an event that commits after one with a higher position', async () => {
  const slow = await walletCalled(open, 'wal_slow');
  const other = createLedger({ connectionString: open.database.appUrl });
  try {
    const gate = await stopWriters(open.owner, 'ledger_event', `new.wallet_id = '${slow}'`);
    const late = accept(other, createStory(slow, 7)[0]!);
    await gate.isReached();
    await tellStory();
    expect(await countNewEvents(open.db)).toBe(createStory('x', 0).length);
    await gate.release();
    const { position } = await late;
    const { rows } = await open.owner.query('select max(position) as newest from ledger_event');
    expect(position, 'it was given before').toBeLessThan(rows[0].newest);
    expect(await countNewEvents(open.db)).toBe(1);
  } finally {
    await other.close();
  }
  await expectWhole();
});

test('counting waits for a rebuild, and an import of a bank statement does not', async () => {
  await tellStory();
  const [rebuilding, importing] = [await open.owner.connect(), await open.owner.connect()];
  await rebuilding.query('begin');
  await lockClientUntilCommit(rebuilding, 'dayTotals');
  const counting = countNewEvents(open.db);
  await importing.query(`set lock_timeout = '10s'`);
  await importing.query('begin');
  await lockClientUntilCommit(importing, 'bankStatements');
  await importing.query('commit');
  await rebuilding.query('commit');
  expect(await counting).toBe(createStory('x', 0).length);
  rebuilding.release();
  importing.release(true);
});

test('the daily sums are complete after several processes add concurrently and one of them crashes', async () => {
  await tellStory();
  const gate = await stopWriters(open.owner, 'ledger_day_progress', 'true');
  const dying = countNewEvents(open.db).then(
    () => 'alive',
    () => 'dead',
  );
  const pid = await gate.isReached();
  // While one process is adding, another one waits, and then adds what is left.
  const next = countNewEvents(open.db);
  await open.owner.query('select pg_terminate_backend($1)', [pid]);
  expect(await dying).toBe('dead');
  await gate.release();
  expect(await next).toBeGreaterThan(0);

  const writers = Array.from({ length: 3 }, () =>
    createLedger({ connectionString: open.database.appUrl }),
  );
  try {
    let isOver = false;
    const adding = Array.from({ length: 3 }, async () => {
      while (!isOver) await countNewEvents(open.db);
    });
    await Promise.all(writers.flatMap((ledger) => [tellStory(ledger), tellStory(ledger)]));
    isOver = true;
    await Promise.all(adding);
  } finally {
    await Promise.all(writers.map((ledger) => ledger.close()));
  }
  await countNewEvents(open.db);
  await expectWhole();
});

describe('sums that differ from the events', () => {
  beforeEach(async () => {
    await countNewEvents(open.db);
  });
  afterEach(async () => {
    await rebuild();
    expect(await verifyLines(open.database)).toEqual([]);
  });

  const today = `(select max(day) from ledger_day)`;
  const findings = async () => {
    const { findings: all } = (await runAuditPass(open.database.appUrl))!;
    return all.map(({ check, subject }) => `${check} ${subject}`);
  };

  test.each([
    ['edited', `update ledger_day set amount_paise = amount_paise + 1`, 'image', 'differs'],
    ['lost', `delete from ledger_day`, 'image', 'missing'],
    ['twice', `update ledger_day set events = 2 * events`, 'image', 'differs'],
    [
      'invented',
      `insert into ledger_day select day, effective_day, kind, 'revenue:chat', 1, -100, 0 from ledger_day`,
      'chat',
      'orphaned',
    ],
  ])(
    'after %s, verify names the row, the auditor the sum, and rebuild repairs it',
    async (_, statement, tool, what) => {
      const before = await readTotals();
      await open.owner.query(`${statement}
      where kind = 'ChargeRefunded' and effective_day = day and day = ${today}`);
      const row = `ledger_day ${before.at(-1)!.day} ChargeRefunded revenue:${tool}`;
      expect(await verifyLines(open.database)).toEqual([`day_totals_differ ${row}: ${what}`]);
      expect(await findings()).toContain('day_totals_differ ledger_day');
      expect(await rebuild()).toEqual([`${row} ${what}`]);
      expect(await readTotals()).toEqual(before);
      expect(await rebuild(), 'nothing is left to repair').toEqual([]);
      expect(await findings()).not.toContain('day_totals_differ ledger_day');
    },
  );
});
