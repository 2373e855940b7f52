import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Receipt, verifyReceipt } from '@sachet/shared/ledger/receipt';
import {
  accept,
  createTestLedger,
  createStory,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { takeCheckpoint } from './checkpoint.ts';
import { makeReceipt } from './receipt.ts';
import { readSigningKey } from './signing-key.ts';

const key = readSigningKey('the key of these tests');
const { subtle } = globalThis.crypto;
const rawKey = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const verdictOn = (receipt: Receipt, publicKeyHex = key.publicKeyHex) =>
  verifyReceipt(receipt, rawKey(publicKeyHex), subtle);

let books: TestLedger;

beforeAll(async () => {
  books = await createTestLedger();
  // Seven wallets: an odd number, so that one leaf of the tree moves up alone.
  const ids = Array.from({ length: 7 }, (_, i) => `wal_${i}`);
  for (const id of ids) await walletCalled(books, id);
  const stories = ids.map((id, i) => createStory(id, i));
  for (const story of stories) {
    for (const command of story.slice(0, 8)) await accept(books.ledger, command);
  }
  // `headsPerStatement` splits the heads of seven wallets into several statements.
  await takeCheckpoint(books.owner, key, { headsPerStatement: 3 });
  for (const command of stories[3]!.slice(8)) await accept(books.ledger, command);
  await takeCheckpoint(books.owner, key);
  for (const command of stories[0]!.slice(8, 10)) await accept(books.ledger, command);
});

afterAll(async () => {
  await books.close();
  await books.database.drop('broken');
});

async function requestReceipt(walletId: string, seq: number): Promise<Receipt> {
  const outcome = await makeReceipt(books.owner, { walletId, seq });
  if (!outcome.ok) throw new Error(outcome.refusal);
  // The receipt as it arrives elsewhere: text, parsed with the schema.
  return Receipt.parse(JSON.parse(JSON.stringify(outcome.receipt)));
}

describe('a receipt', () => {
  it('a receipt is valid for every event below a checkpoint: first, middle and last, of every wallet', async () => {
    for (let wallet = 0; wallet < 7; wallet += 1) {
      for (let seq = 1; seq <= (wallet === 3 ? 16 : 8); seq += 1) {
        const receipt = await requestReceipt(`wal_${wallet}`, seq);
        expect(receipt.event).toMatchObject({ walletId: `wal_${wallet}`, seq });
        expect(await verdictOn(receipt), `wal_${wallet} ${seq}`).toEqual({ ok: true });
      }
    }
  });

  it('a receipt is proved by the first checkpoint after the event', async () => {
    expect((await requestReceipt('wal_3', 8)).checkpoint.number).toBe(1);
    expect((await requestReceipt('wal_3', 9)).checkpoint.number).toBe(2);
    expect((await requestReceipt('wal_3', 16)).laterDigestsHex).toEqual([]);
    expect((await requestReceipt('wal_3', 1)).previousHeadHex).toBe('00'.repeat(32));
  });

  it('a receipt shows only digests of other events', async () => {
    const receipt = await requestReceipt('wal_2', 2);
    expect(receipt.laterDigestsHex).toHaveLength(6);
    expect(JSON.stringify(receipt)).not.toContain('wal_1');
    expect(JSON.stringify(receipt)).not.toContain('hold_wal_2');
  });

  it.each([
    ['that no checkpoint includes yet', 'wal_0', 9, 'not_yet_in_a_checkpoint'],
    ['after the newest event', 'wal_0', 11, 'event_not_found'],
    ['with the number 0', 'wal_0', 0, 'event_not_found'],
    ['of an unknown wallet', 'wal_x', 1, 'event_not_found'],
  ])('a receipt is refused for an event %s', async (_, walletId, seq, refusal) => {
    expect(await makeReceipt(books.owner, { walletId, seq })).toEqual({ ok: false, refusal });
  });

  it('a receipt is refused for a deleted event, even if later events exist', async () => {
    await tamper(books.owner, `delete from ledger_event where wallet_id = 'wal_6' and seq = 4`);
    expect(await makeReceipt(books.owner, { walletId: 'wal_6', seq: 4 })).toEqual({
      ok: false,
      refusal: 'event_not_found',
    });
    expect(
      await verdictOn(await requestReceipt('wal_6', 2)),
      'nor is it proved by what is left',
    ).toEqual({ ok: false, fault: 'head_differs' });
  });

  it('a receipt is invalid under another key', async () => {
    const other = readSigningKey('another key');
    expect(await verdictOn(await requestReceipt('wal_1', 3), other.publicKeyHex)).toEqual({
      ok: false,
      fault: 'signature_invalid',
    });
  });

  it('a receipt is invalid after any one field is changed', async () => {
    const receipts = await Promise.all(
      [1, 5, 6, 16].map((seq) => requestReceipt('wal_3', seq)).concat(requestReceipt('wal_2', 3)),
    );
    const cases = receipts.flatMap((receipt) =>
      toLeaves(receipt).map((path): [Receipt, string[]] => [receipt, path]),
    );
    expect(cases.length).toBeGreaterThan(5 * 40);
    // Every field once, …
    for (const [receipt, path] of cases) {
      await expectRefused(receipt, path, 1);
    }
    // Changes many of the fields by other amounts too.
    const anyCase = fc.tuple(fc.constantFrom(...cases), fc.integer({ min: 1, max: 2 ** 31 }));
    await fc.assert(
      fc.asyncProperty(anyCase, ([[receipt, path], by]) => expectRefused(receipt, path, by)),
      { numRuns: 100 },
    );
  });

  it('a receipt is invalid with digests or steps removed, added or reordered', async () => {
    const receipt = await requestReceipt('wal_3', 3);
    const { laterDigestsHex: later, path } = receipt;
    const changes: Partial<Receipt>[] = [
      { laterDigestsHex: later.slice(1) },
      { laterDigestsHex: [...later, later[0]!] },
      { laterDigestsHex: later.toReversed() },
      { path: path.slice(1) },
      { path: path.slice(0, -1) },
      { path: [...path, path[0]!] },
      { path: path.toReversed() },
      { laterDigestsHex: later.slice(1), head: { ...receipt.head, seq: receipt.head.seq - 1 } },
      { event: (await requestReceipt('wal_3', 4)).event },
      { head: (await requestReceipt('wal_2', 3)).head },
      { checkpoint: (await requestReceipt('wal_3', 16)).checkpoint },
    ];
    for (const change of changes) {
      expect(await verdictOn({ ...receipt, ...change }), JSON.stringify(change)).toMatchObject({
        ok: false,
      });
    }
  });
});

/** Paths to all values that are not objects. */
function toLeaves(value: unknown, path: string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([name, part]) => toLeaves(part, [...path, name]));
}

async function expectRefused(receipt: Receipt, path: readonly string[], by: number): Promise<void> {
  const copy = structuredClone(receipt);
  let parent = copy as unknown as Record<string, unknown>;
  for (const name of path.slice(0, -1)) parent = parent[name] as Record<string, unknown>;
  const name = path.at(-1)!;
  parent[name] = changed(parent[name], by);
  const parsed = Receipt.safeParse(copy);
  // After some changes the text is not a receipt, which counts as refused.
  if (!parsed.success) return;
  expect(await verdictOn(parsed.data), `${path.join('.')} by ${by}`).toMatchObject({ ok: false });
}

function changed(value: unknown, by: number): unknown {
  if (typeof value === 'number') return by % 2 ? value + by : value - by;
  if (value === null) return by % 2 ? 'x' : '';
  if (value === 'left') return 'right';
  if (value === 'right') return 'left';
  const text = String(value);
  if (!/^[0-9a-f]{16,}$/.test(text)) return by % 2 ? `${text}x` : text.slice(1);
  const at = by % text.length;
  return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
}
