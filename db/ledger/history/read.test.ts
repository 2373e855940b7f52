/** Compares every answer to an auditor's filter with a scan of all events. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Selectable } from 'kysely';
import type { Command } from '@sachet/shared/ledger/command';
import { EventKind } from '@sachet/shared/ledger/event';
import {
  accept,
  createTestLedger,
  createStory,
  tamper,
  walletCalled,
  type TestLedger,
} from '../../testing/ledger-story.ts';
import type { LedgerEventTable } from '../../tables.ts';
import { openWallet } from '../../wallet/wallets.ts';
import type { HistoryFilter } from './filter.ts';
import { readHistory, readWholeHistory } from './read.ts';

type Row = Selectable<LedgerEventTable>;

let books: TestLedger;
let all: Row[];
const owners = new Map<string, { kind: string; id: string }>();

const wallets = ['wal_a', 'wal_b', 'wal_c', 'wal_d', 'wal_e'];

const charge = (walletId: string, n: number, memberUid: string): Command => ({
  type: 'Charge',
  walletId,
  idempotencyKey: `shared_${n}`,
  actor: `user:${memberUid}`,
  amountPaise: 100 + n,
  tool: n % 2 === 0 ? 'chat' : 'general',
  memberUid,
  conversationId: `conv_${n % 3}`,
});

beforeAll(async () => {
  books = await createTestLedger();
  for (const id of wallets) await walletCalled(books, id);
  const organization = await openWallet(books.db, { kind: 'organization', id: 'org_1' });
  const stories = wallets.map((id, i) => createStory(id, i));
  for (let i = 0; i < 16; i += 1) {
    await Promise.all(stories.map((story) => accept(books.ledger, story[i]!)));
  }
  for (const command of createStory(organization, 9)) await accept(books.ledger, command);
  for (let n = 0; n < 12; n += 1) {
    await accept(books.ledger, charge(n % 3 === 0 ? 'wal_a' : organization, n, 'member_wal_a'));
  }
  const adjust = (walletId: string, actor: string, amountPaise: number): Command => ({
    type: 'AdjustByAdmin',
    walletId,
    idempotencyKey: `by_${actor}`,
    actor,
    amountPaise,
    reason: 'a test',
  });
  await accept(books.ledger, adjust('wal_b', 'admin:boss', 75_00));
  await accept(books.ledger, adjust('wal_c', 'admin:boss', -75_00));
  await accept(books.ledger, adjust('wal_c', 'admin:other', 12_34));
  await readAll();
});

afterAll(async () => {
  await books.close();
  await books.database.drop('broken');
});

async function readAll(): Promise<void> {
  all = (await books.owner.query<Row>('select * from ledger_event order by position desc')).rows;
  const { rows } = await books.owner.query('select id, owner_kind, owner_id from wallet');
  for (const row of rows) owners.set(row.id, { kind: row.owner_kind, id: row.owner_id });
}

const everything: HistoryFilter = {
  walletId: null,
  uid: null,
  organizationId: null,
  kinds: null,
  counterAccount: null,
  actor: null,
  reference: null,
  amountFromPaise: null,
  amountToPaise: null,
  from: null,
  to: null,
};

/** Applies the filter to one event in plain code. */
function letsThrough(filter: HistoryFilter, row: Row): boolean {
  const owner = owners.get(row.wallet_id);
  const size = Math.abs(row.amount_paise === 0 ? row.held_paise : row.amount_paise);
  const { uid, reference, from, to } = filter;
  return (
    (filter.walletId === null || row.wallet_id === filter.walletId) &&
    (uid === null || row.member_uid === uid || (owner?.kind === 'user' && owner.id === uid)) &&
    (filter.organizationId === null ||
      (owner?.kind === 'organization' && owner.id === filter.organizationId)) &&
    (filter.kinds === null || filter.kinds.includes(row.kind)) &&
    (filter.counterAccount === null || row.counter_account === filter.counterAccount) &&
    (filter.actor === null || row.actor === filter.actor) &&
    (reference === null ||
      [row.generation_id, row.conversation_id, row.order_id, row.payment_id, row.hold_id].includes(
        reference,
      )) &&
    (filter.amountFromPaise === null || size >= filter.amountFromPaise) &&
    (filter.amountToPaise === null || size <= filter.amountToPaise) &&
    (from === null || row.recorded_at >= from) &&
    (to === null || row.recorded_at < to)
  );
}

const toKey = ({ wallet_id, seq }: Row) => `${wallet_id} ${seq}`;

/** Reads all pages and checks that none is longer than requested. */
async function walk(filter: HistoryFilter, place: { limit: number; scanAtMost?: number }) {
  const seen: Row[] = [];
  let before: number | null = null;
  do {
    const page = await readHistory(books.db, filter, { ...place, before });
    expect(page.events.length).toBeLessThanOrEqual(place.limit);
    const isFull = page.events.length === place.limit;
    expect(isFull || (page.searchedTo === null) === (page.nextBefore === null)).toBe(true);
    seen.push(...page.events);
    before = page.nextBefore;
  } while (before !== null);
  return seen.map(toKey);
}

/** Filters with one condition each: every value that occurs, and one that does not. */
function questions(): Partial<HistoryFilter>[] {
  const of = (pick: (row: Row) => string | null) =>
    [...new Set(all.map(pick)), 'nothing'].filter((value) => value !== null);
  const sizes = [0, 1, 500, 75_00, 250_00, 1000_00];
  const moments = [0, 10, 40, 70, all.length - 1].map((i) => all[i]!.recorded_at);
  return [
    {},
    ...of(({ wallet_id }) => wallet_id).map((walletId) => ({ walletId })),
    ...of(({ member_uid }) => member_uid).map((uid) => ({ uid })),
    ...[...owners.values()].map(({ id }) => ({ uid: id })),
    ...['org_1', 'org_nothing'].map((organizationId) => ({ organizationId })),
    ...EventKind.options.map((kind) => ({ kinds: [kind] })),
    { kinds: ['TopUpDisputed', 'DisputeWon', 'AdjustedByAdmin'] },
    { kinds: ['HoldVoided', 'HoldExpired'] },
    ...of(({ counter_account }) => counter_account).map((counterAccount) => ({ counterAccount })),
    ...of(({ actor }) => actor).map((actor) => ({ actor })),
    { actor: 'admin:nobody' },
    ...of(({ generation_id }) => generation_id).map((reference) => ({ reference })),
    ...of(({ conversation_id }) => conversation_id).map((reference) => ({ reference })),
    ...of(({ order_id }) => order_id).map((reference) => ({ reference })),
    ...of(({ payment_id }) => payment_id).map((reference) => ({ reference })),
    ...of(({ hold_id }) => hold_id).map((reference) => ({ reference })),
    ...sizes.map((amountFromPaise) => ({ amountFromPaise })),
    ...sizes.map((amountToPaise) => ({ amountToPaise })),
    ...moments.map((from) => ({ from })),
    ...moments.map((to) => ({ to })),
    { from: new Date('2000-01-01T00:00:00Z') },
    { to: new Date('2000-01-01T00:00:00Z') },
    { from: new Date('2100-01-01T00:00:00Z') },
    { to: new Date('2100-01-01T00:00:00Z') },
  ];
}

async function expectAllAnswers(
  asked: readonly Partial<HistoryFilter>[],
  scanAtMost = 7,
): Promise<void> {
  const left = [...asked];
  const askOnes = async () => {
    for (let part = left.shift(); part; part = left.shift()) {
      const filter = { ...everything, ...part };
      const expected = all.filter((row) => letsThrough(filter, row)).map(toKey);
      const what = JSON.stringify(part);
      expect(await walk(filter, { limit: 1000 }), what).toEqual(expected);
      if (left.length % 4 > 0) continue;
      expect(await walk(filter, { limit: 5, scanAtMost }), `${what} in pages`).toEqual(expected);
    }
  };
  await Promise.all([askOnes(), askOnes(), askOnes(), askOnes()]);
}

describe('the history of the ledger', () => {
  it('each part of a filter returns the same events as a scan of all events', async () => {
    const asked = questions();
    await expectAllAnswers(asked);
    const filter = { ...everything, walletId: 'nothing' };
    expect(await walk(filter, { limit: 5 })).toEqual([]);
  });

  it('any two or three parts of a filter return the same events as a scan of all events', async () => {
    const asked = questions();
    // Combines each condition with others, in an order that a test can repeat.
    const some = asked.filter((_, i) => i % 2 === 0);
    const pairs = some.flatMap((one, i) => [
      { ...one, ...asked[(i * 31 + 7) % asked.length] },
      { ...one, ...asked[(i * 17 + 3) % asked.length], ...asked[(i * 13 + 11) % asked.length] },
    ]);
    await expectAllAnswers(pairs, 23);
  });

  it('the pages contain each event once, however many events are appended between them', async () => {
    const before = all.map(toKey);
    const seen: string[] = [];
    let next: number | null = null;
    let n = 100;
    do {
      const page = await readHistory(books.db, everything, { before: next, limit: 9 });
      seen.push(...page.events.map(toKey));
      next = page.nextBefore;
      await accept(books.ledger, charge(wallets[n % 5]!, n, 'member_late'));
      n += 1;
    } while (next !== null);
    expect(seen).toEqual(before);
    await readAll();
  });

  it('reading in batches returns the same events as reading in pages', async () => {
    const batches: string[] = [];
    for await (const batch of readWholeHistory(books.db, { ...everything, walletId: 'wal_a' })) {
      batches.push(...batch.map(toKey));
    }
    expect(batches).toEqual(await walk({ ...everything, walletId: 'wal_a' }, { limit: 3 }));
  });

  it('events that were recorded with a wrong clock are found by time, and those of a deleted wallet by wallet', async () => {
    const earlier = `'2026-01-05T10:00:00Z'`;
    await tamper(
      books.owner,
      `update ledger_event set recorded_at = ${earlier} where wallet_id = 'wal_d' and seq = 9`,
      `update ledger_event set recorded_at = '2099-01-01' where wallet_id = 'wal_e' and seq = 2`,
      `delete from ledger_event where wallet_id = 'wal_c' and seq between 3 and 9`,
    );
    await readAll();
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    await expectAllAnswers([
      { from: day('2026-01-05'), to: day('2026-01-06') },
      { from: day('2098-01-01') },
      { to: day('2026-06-01') },
      { from: day('2026-06-01'), to: day('2098-01-01') },
      { walletId: 'wal_d', to: day('2026-06-01') },
      ...all
        .filter(({ wallet_id }) => wallet_id === 'wal_c')
        .map(({ recorded_at }) => {
          return { walletId: 'wal_c', to: recorded_at };
        }),
    ]);
  });
});
