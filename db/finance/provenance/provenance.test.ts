import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import type { LedgerEvent } from '@sachet/shared/ledger/event';
import { emptyProvenance, projectProvenance, sumUnspent } from '@sachet/shared/finance/provenance';
import { createKysely } from '../../connect.ts';
import { storeGoneLines } from '../settlements.ts';
import type { Database } from '../../tables.ts';
import {
  accept,
  createStory,
  createTestLedger,
  readEvents,
  walletCalled,
  type TestLedger,
} from '../../testing/ledger-story.ts';
import { projectNewEvents, projectWallet } from './project.ts';
import {
  catchUp,
  readFunding,
  readGenerationCharges,
  readLotUse,
  readSettlementUse,
  readUnspent,
  type SettlementPlace,
} from './read.ts';
import { forgetProvenance, verifyProvenance } from './verify.ts';

let books: TestLedger;
let db: Kysely<Database>;

beforeAll(async () => {
  books = await createTestLedger();
  ({ db } = books);
});
afterAll(async () => {
  await books.close();
  await books.database.drop();
});

const fail = (error: unknown) => {
  throw error;
};
let keys = 0;
const tell = async (walletId: string, ...steps: object[]): Promise<LedgerEvent[]> => {
  const events: LedgerEvent[] = [];
  for (const step of steps) {
    const idempotencyKey = `key_${(keys += 1)}`;
    const command = { walletId, idempotencyKey, actor: 'worker', ...step } as Command;
    events.push(await accept(books.ledger, command));
  }
  return events;
};
const topUp = (paymentId: string, rupees: number) => ({
  type: 'CreditTopUp',
  amountPaise: rupees * 100,
  orderId: `order_${paymentId}`,
  paymentId,
});
const charge = (rupees: number, generationId?: string) => ({
  type: 'Charge',
  amountPaise: rupees * 100,
  tool: 'image',
  memberUid: 'asha',
  generationId,
});
/** The plan when the table is so large that reading all of it is the most expensive way. */
async function explainForManyEvents(query: string): Promise<string> {
  const client = await books.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local seq_page_cost = 100000; set local random_page_cost = 0');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${query}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const differences = async () => (await verifyProvenance(db)).differences;
const listEvents = async (walletId: string) =>
  (await readEvents(books.owner, walletId)).map(({ event }) => event);

describe('stored provenance', () => {
  test('stored provenance equals the events, after any number of repeated and concurrent computations', async () => {
    const walletId = await walletCalled(books, 'wal_story');
    for (const command of createStory(walletId, 7)) {
      await accept(books.ledger, command);
      await Promise.all([projectWallet(db, walletId), projectWallet(db, walletId)]);
    }
    const events = await listEvents(walletId);
    const { state, moves } = projectProvenance(emptyProvenance, events);
    const kept = await db.selectFrom('provenance_wallet').selectAll().executeTakeFirstOrThrow();
    expect({ seq: kept.seq, lots: kept.lots, debts: kept.debts }).toEqual(state);
    const rows = await db.selectFrom('provenance_move').selectAll().execute();
    expect(rows).toHaveLength(moves.length);
    expect(await verifyProvenance(db)).toMatchObject({
      events: events.length,
      notYet: 0,
      differences: [],
    });
  });

  test('stored provenance continues in small steps through refunds of old purchases and disputes', async () => {
    const walletId = await walletCalled(books, 'wal_steps');
    const [credit] = await tell(
      walletId,
      { type: 'CreditSignupBonus', amountPaise: 50_00 },
      topUp('pay_s1', 100),
      charge(120),
      { type: 'DisputeTopUp', paymentId: 'pay_s1', amountPaise: 90_00 },
      topUp('pay_s2', 100),
      { type: 'RefundCharge', chargeSeq: 3, amountPaise: 80_00 },
      { type: 'WinDispute', paymentId: 'pay_s1', amountPaise: 90_00 },
    );
    expect(credit?.seq).toBe(1);
    while ((await projectWallet(db, walletId, 1)) > 0);
    expect(await differences()).toEqual([]);
    const whole = projectProvenance(emptyProvenance, await listEvents(walletId)).state;
    const { rows } = await books.owner.query(
      'select seq, lots, debts from provenance_wallet where wallet_id = $1',
      [walletId],
    );
    expect(rows).toEqual([whole]);
  });

  test('a change by hand to stored provenance is found, and computed again', async () => {
    await projectNewEvents(db, fail);
    const owner = books.owner;
    const changes = [
      [
        `update provenance_move set amount_paise = amount_paise + 1 where wallet_id = 'wal_story' and seq = 4`,
        `update provenance_move set amount_paise = amount_paise - 1 where wallet_id = 'wal_story' and seq = 4`,
        { walletId: 'wal_story', detail: 'moves of event 4 differ' },
      ],
      [
        `insert into provenance_move values ('wal_story', 6, 9, 1, 5, true, 'bought', 1)`,
        `delete from provenance_move where ordinal = 9`,
        { walletId: 'wal_story', detail: 'moves of event 6 differ' },
      ],
      [
        `update provenance_wallet set lots = '[]' where wallet_id = 'wal_story'`,
        `delete from provenance_wallet where wallet_id = 'no'`,
        { walletId: 'wal_story', detail: 'lots or debts at event 16 differ' },
      ],
    ] as const;
    for (const [change, undo, difference] of changes) {
      await owner.query(change);
      expect(await differences()).toEqual([difference]);
      await owner.query(undo);
    }
    await expect(forgetProvenance(db)).rejects.toThrow(/permission denied/);
    await forgetProvenance(createKysely(owner));
    await projectNewEvents(db, fail);
    expect(await differences()).toEqual([]);
    await owner.query(`update provenance_day set paid_paise = paid_paise + 1`);
    expect(await differences()).toMatchObject([{ walletId: null }]);
    await owner.query(`update provenance_day set paid_paise = paid_paise - 1`);
  });

  test('the application can neither change nor delete stored provenance', async () => {
    for (const statement of [
      `update provenance_move set amount_paise = 1`,
      `delete from provenance_move`,
      `delete from provenance_wallet`,
    ]) {
      const refused = db.executeQuery({ sql: statement, parameters: [] } as never);
      await expect(refused).rejects.toThrow(/permission denied/);
    }
  });
});

describe('a generation', () => {
  test('all charges of a generation are found by indexes: by its own hold, by another hold, and of its text', async () => {
    const walletId = await walletCalled(books, 'wal_generation');
    const hold = (holdId: string, generationId: string) => [
      { ...charge(2, generationId), type: 'PlaceHold', holdId, expiresAtMs: Date.UTC(2100, 0, 1) },
      { type: 'CaptureHold', holdId },
    ];
    const [, , own, , other, text] = await tell(
      walletId,
      topUp('pay_generation', 100),
      ...hold('gen_own', 'gen_own'),
      ...hold('gen_own_2', 'gen_own'),
      charge(3, 'gen_own'),
      ...hold('gen_own_3', 'gen_else'),
    );
    const found = await readGenerationCharges(db, 'gen_own');
    expect(found.map(({ seq }) => seq)).toEqual([own!.seq, other!.seq, text!.seq]);

    const plan = await explainForManyEvents(`select * from ledger_events_of_generation('gen_own')`);
    for (const index of ['hold_placed', 'hold_ended', 'generation'])
      expect(plan).toContain(`using ledger_event_${index} `);
    expect(plan).not.toMatch(/Seq Scan|Function Scan/);
  });
});

describe('a question', () => {
  test('a charge names its credits, and each credit the charge, page by page', async () => {
    const walletId = await walletCalled(books, 'wal_asked');
    const [bonus, first, second, bought] = await tell(
      walletId,
      { type: 'CreditSignupBonus', amountPaise: 20_00 },
      topUp('pay_a1', 50),
      topUp('pay_a2', 50),
      charge(100, 'gen_a1'),
      { type: 'RefundCharge', chargeSeq: 4, amountPaise: 40_00 },
      charge(5, 'gen_a2'),
    );
    expect(await catchUp(db, [walletId])).toBe(true);
    const funding = await readFunding(db, { walletId, seq: bought!.seq });
    expect(funding.owedPaise).toBe(0);
    expect(funding.parts.map(({ credit, paise }) => [credit.seq, paise])).toEqual([
      [bonus!.seq, 20_00],
      [first!.seq, 40_00],
    ]);
    const all = await readLotUse(db, { walletId, seq: first!.seq }, { before: null, limit: 9 });
    expect(all).toMatchObject({
      unspentPaise: 5_00,
      paiseByPurpose: { bought: 45_00 },
      next: null,
    });
    expect(all.moves.map(({ taking, paise }) => [taking.seq, paise])).toEqual([
      [6, 5_00],
      [4, -10_00],
      [4, 50_00],
    ]);
    const page = await readLotUse(db, { walletId, seq: first!.seq }, { before: null, limit: 2 });
    const rest = await readLotUse(
      db,
      { walletId, seq: first!.seq },
      { before: page.next, limit: 2 },
    );
    expect([...page.moves, ...rest.moves]).toEqual(all.moves);
    expect(rest.next).toBeNull();
    const unused = await readLotUse(db, { walletId, seq: second!.seq }, { before: null, limit: 9 });
    expect(unused).toMatchObject({ unspentPaise: 50_00, paiseByPurpose: { bought: 0 } });
  });

  test('an amount without a credit is owed, and paid by the next credit', async () => {
    const walletId = await walletCalled(books, 'wal_debt');
    await tell(walletId, topUp('pay_d1', 100), charge(70), {
      type: 'DisputeTopUp',
      paymentId: 'pay_d1',
      amountPaise: 100_00,
    });
    await catchUp(db, [walletId]);
    expect(await readFunding(db, { walletId, seq: 3 })).toMatchObject({ owedPaise: 70_00 });
    await tell(walletId, topUp('pay_d2', 100));
    await catchUp(db, [walletId]);
    const { owedPaise, parts } = await readFunding(db, { walletId, seq: 3 });
    expect(owedPaise).toBe(0);
    expect(parts.map(({ credit, paise }) => [credit.payment_id, paise])).toEqual([
      ['pay_d1', 30_00],
      ['pay_d2', 70_00],
    ]);
  });

  test('a settlement names every purchase of its payments, page by page', async () => {
    const bought: string[] = [];
    for (const n of [1, 2, 3]) {
      const walletId = await walletCalled(books, `wal_utr_${n}`);
      await tell(
        walletId,
        topUp(`pay_u${n}`, 50),
        charge(10, `gen_u${n}a`),
        charge(20, `gen_u${n}b`),
      );
      bought.push(`gen_u${n}a`, `gen_u${n}b`);
      await settle(`pay_u${n}`, 'utr_1');
    }
    await settle('pay_unknown', 'utr_1');
    await settleAndTakeBack('utr_1');
    for (const limit of [1, 4, 100]) {
      const found: (string | null)[] = [];
      let after: SettlementPlace | null = null;
      do {
        const page = await readSettlementUse(db, 'utr_1', { after, limit });
        expect(page).toMatchObject({ payments: 4, amountPaise: 200_00 });
        found.push(...page!.moves.map(({ taking }) => taking.generation_id));
        after = page!.next;
      } while (after);
      expect(found).toEqual(bought);
    }
    expect(await readSettlementUse(db, 'utr_2', { after: null, limit: 4 })).toMatchObject({
      payments: 0,
      moves: [],
    });
  });

  test('the unspent amount, now and at any earlier moment, equals a replay of the events up to then', async () => {
    await projectNewEvents(db, fail);
    const { rows: wallets } = await books.owner.query<{ id: string }>('select id from wallet');
    const all = await Promise.all(wallets.map(({ id }) => listEvents(id)));
    const moments = [...new Set(all.flat().map(({ recordedAtMs }) => recordedAtMs))].toSorted();
    const replayed = (atMs: number) =>
      all
        .map((events) => events.filter(({ recordedAtMs }) => recordedAtMs <= atMs))
        .map((events) => sumUnspent(projectProvenance(emptyProvenance, events).state))
        .reduce((sum, each) => ({
          paidPaise: sum.paidPaise + each.paidPaise,
          bonusPaise: sum.bonusPaise + each.bonusPaise,
          debtPaise: sum.debtPaise + each.debtPaise,
        }));
    for (const atMs of [
      moments[0]! - 1,
      ...moments.filter((_, i) => i % 7 === 0),
      moments.at(-1)!,
    ]) {
      const { notYet, ...found } = await readUnspent(db, new Date(atMs));
      expect([found, notYet]).toEqual([replayed(atMs), 0]);
    }
    const { notYet, ...now } = await readUnspent(db, null);
    expect([now, notYet]).toEqual([replayed(Infinity), 0]);
    await tell('wal_asked', charge(1), charge(1));
    expect(await readUnspent(db, null)).toEqual({ ...now, notYet: 2 });
  });
});

async function settle(paymentId: string, utr: string): Promise<void> {
  await books.owner.query(
    `with line as (
       insert into settlement_line (kind, entity_id, settlement_id, version, is_gone, digest,
         amount_paise, debit_paise, credit_paise, fee_paise, tax_paise, currency, on_hold,
         created_on, settled_on, utr, raw)
       values ('payment', $1::text, 'setl_' || $2::text, 1, false, sha256($1::text::bytea), 5000, 0, 4900, 90, 10,
         'INR', false, '2026-11-20', '2026-11-22', $2::text, '{}') returning *)
     insert into settlement_current
     select kind, entity_id, settlement_id, id, created_on, settled_on, utr, payment_id, dispute_id
       from line`,
    [paymentId, utr],
  );
}

/**
 * Settles a payment that bought something; then a complete report of the day does not contain the payment.
 */
async function settleAndTakeBack(utr: string): Promise<void> {
  const { rows } = await books.owner.query<{ id: number }>('select id from settlement_line');
  const walletId = await walletCalled(books, 'wal_gone');
  await tell(walletId, topUp('pay_gone', 50), charge(10, 'gen_gone'));
  await settle('pay_gone', utr);
  const before = await readSettlementUse(db, utr, { after: null, limit: 100 });
  expect(before!.moves.map(({ taking }) => taking.generation_id)).toContain('gen_gone');
  const gone = { day: '2026-11-22', seen: rows.map(({ id }) => id) };
  expect(await db.transaction().execute((trx) => storeGoneLines(trx, gone))).toBe(1);
}
