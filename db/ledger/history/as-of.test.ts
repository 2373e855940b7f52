import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '@sachet/dev/local/testing/database';
import { dayMs, hourMs, istMonth } from '@sachet/shared/time';
import type { Command } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import {
  accept,
  reopenTestLedger,
  verifyLines,
  readEvents,
  createStory,
  walletCalled,
  type TestLedger,
} from '../../testing/ledger-story.ts';
import { createLedger } from '../ledger.ts';
import { installShiftedClock, setShiftedClock } from '../../testing/shifted-clock.ts';
import { readWalletAsOf } from './as-of.ts';

let books: TestLedger;

beforeAll(async () => {
  const database = await createTestDatabase();
  await installShiftedClock(database);
  books = await reopenTestLedger(database);
});

afterAll(async () => {
  await books.close();
  await books.database.drop();
});

const asOf = (walletId: string, atMs: number, time: 'recorded' | 'effective') =>
  readWalletAsOf(books.db, { walletId, at: new Date(atMs), time });

function replayed(events: readonly LedgerEvent[], atMs: number, time: 'recorded' | 'effective') {
  const by = time === 'recorded' ? 'recordedAtMs' : 'effectiveAtMs';
  const then = events.filter((event) => event[by] <= atMs);
  return {
    seq: events.filter((event) => event.recordedAtMs <= atMs).length,
    balancePaise: then.reduce((sum, event) => sum + event.amountPaise, 0),
    heldPaise: then.reduce((sum, event) => sum + event.heldPaise, 0),
    lockedPaise: then.reduce((sum, event) => sum + (event.lockedPaise ?? 0), 0),
  };
}

async function expectAsReplayed(walletId: string): Promise<number> {
  const events = (await readEvents(books.owner, walletId)).map(({ event }) => event);
  const moments = new Set(
    events
      .flatMap(({ recordedAtMs, effectiveAtMs }) => [recordedAtMs, effectiveAtMs])
      .flatMap((atMs) => [atMs - 1, atMs, atMs + 1])
      .concat(Date.UTC(1999, 0), Date.UTC(2199, 0)),
  );
  for (const atMs of moments) {
    for (const time of ['recorded', 'effective'] as const) {
      expect(await asOf(walletId, atMs, time), `${time} ${new Date(atMs).toISOString()}`).toEqual({
        walletId,
        ...replayed(events, atMs, time),
      });
    }
  }
  return moments.size;
}

describe('as of', () => {
  it('a wallet as of a moment includes either all events of that millisecond or none', async () => {
    const walletId = await walletCalled(books, 'wal_batch');
    await Promise.all(createStory(walletId, 0).map((command) => accept(books.ledger, command)));
    const events = await readEvents(books.owner, walletId);
    expect(new Set(events.map(({ event }) => event.recordedAtMs)).size).toBeLessThan(events.length);
    await expectAsReplayed(walletId);
  });

  it('a wallet as of a moment differs by recorded and effective time when events are backdated or postdated', async () => {
    const walletId = await walletCalled(books, 'wal_dated');
    const nowMs = Date.now();
    const days = [0, -30, 5, -30, -400, 0, 90, -1, 0, 2, -2, 0, 1, -3, 0, -0.5];
    for (const [i, command] of createStory(walletId, 0).entries()) {
      const dated = days[i] === 0 ? {} : { effectiveAtMs: nowMs + days[i]! * dayMs };
      await accept(books.ledger, { ...command, ...dated });
    }
    await expectAsReplayed(walletId);
    const before = nowMs - 300 * dayMs;
    expect(await asOf(walletId, before, 'recorded')).toMatchObject({ seq: 0, balancePaise: 0 });
    // At that moment only the charge that was dated 400 days back had taken effect.
    expect(await asOf(walletId, before, 'effective')).toMatchObject({ balancePaise: -40_00 });
  });

  it('a wallet without events is empty at any time, and an unknown wallet is undefined', async () => {
    await walletCalled(books, 'wal_empty');
    expect(await asOf('wal_empty', Date.now(), 'recorded')).toEqual({
      walletId: 'wal_empty',
      seq: 0,
      balancePaise: 0,
      heldPaise: 0,
      lockedPaise: 0,
    });
    expect(await asOf('wal_empty', Date.now(), 'effective')).toMatchObject({ balancePaise: 0 });
    expect(await asOf('wal_nowhere', Date.now(), 'effective')).toBeUndefined();
  });
});

describe('a clock that was set back', () => {
  const charge = (walletId: string, n: number, amountPaise = 1_00): Command => ({
    type: 'Charge',
    walletId,
    idempotencyKey: `charge_${n}`,
    actor: 'worker',
    amountPaise,
    tool: 'chat',
    memberUid: 'm',
  });
  const bonus = (walletId: string): Command => ({
    type: 'CreditSignupBonus',
    walletId,
    idempotencyKey: 'bonus',
    actor: 'system',
    amountPaise: 250_00,
  });

  /** Changes the wallet as if a server whose clock is ahead by `byMs` had written to it. */
  async function walletAhead(walletId: string, byMs: number): Promise<number> {
    await walletCalled(books, walletId);
    const { rows } = await books.owner.query(
      `update wallet set recorded_at = date_trunc('milliseconds', now()) + $2 * interval '1 ms'
       where id = $1 returning recorded_at`,
      [walletId, byMs],
    );
    return rows[0].recorded_at.getTime();
  }

  it('spending counts in the month of the recorded time, with the budget of that month', async () => {
    const aheadMs = await walletAhead('wal_month', 45 * dayMs);
    await books.owner.query(`insert into member_budget values ('wal_month', 'm', 10000)`);
    await accept(books.ledger, bonus('wal_month'));
    const event = await accept(books.ledger, charge('wal_month', 1, 60_00));
    expect(event).toMatchObject({ recordedAtMs: aheadMs, budgetMonth: istMonth(aheadMs) });
    expect(istMonth(aheadMs)).not.toBe(istMonth(Date.now()));
    expect(await books.ledger.append(charge('wal_month', 2, 60_00))).toEqual({
      ok: false,
      refusal: 'budget_exceeded',
    });
    const { rows } = await books.owner.query(
      `select month, spent_paise from member_month where wallet_id = 'wal_month'`,
    );
    expect(rows).toEqual([{ month: istMonth(aheadMs), spent_paise: 60_00 }]);
  });

  it('recorded time never runs backwards, and follows the clock again once it has caught up', async () => {
    const aheadMs = await walletAhead('wal_ahead', hourMs);
    await accept(books.ledger, bonus('wal_ahead'));
    for (let n = 0; n < 3; n += 1) await accept(books.ledger, charge('wal_ahead', n));
    await setShiftedClock(books.owner, aheadMs + hourMs);
    // The open ledger may use its earlier clock for a moment.
    const later = createLedger({ connectionString: books.database.appUrl });
    for (let n = 3; n < 6; n += 1) await accept(later, charge('wal_ahead', n));
    await later.close();
    const events = await readEvents(books.owner, 'wal_ahead');
    const recorded = events.map(({ event }) => event.recordedAtMs);
    expect(recorded.slice(0, 4)).toEqual(Array(4).fill(aheadMs));
    expect(recorded[4]).toBeGreaterThanOrEqual(aheadMs + hourMs);
    expect(recorded.toSorted((a, b) => a - b)).toEqual(recorded);
    expect(await verifyLines(books.database)).toEqual([]);
    await expectAsReplayed('wal_ahead');
  });
});
