// `docs/verify_export.py`, an auditor that knows the ledger only from docs/ledger.md, on a random history.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coordinate } from '@sachet/local/testing/coordinates';
import { root } from '@sachet/local/places';
import type { PublishedCheckpoints } from '@sachet/shared/contracts/proof';
import { fundedWallets } from '../testing/torture-checks.ts';
import {
  accept,
  createStory,
  createTestLedger,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { createScript } from '../testing/torture-script.ts';
import { readCheckpoints, takeCheckpoint } from './checkpoint.ts';
import { exportEvents, exportHeads } from './export.ts';
import { encodeRestore, type RestoreStatement } from '@sachet/shared/ledger/restore';
import { chainHash, eventDigest, eventFromRow, sha256, type EventRow } from './rows.ts';
import { readSigningKey, signWith } from './signing-key.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const seed = process.env['LEDGER_SEED'] ?? String(Date.now());
const key = readSigningKey('the key of these tests');

type Row = Record<string, string | number | null>;
interface Files {
  events: Row[];
  heads: Row[];
  page: PublishedCheckpoints;
}

let books: TestLedger;
let whole: Files;

async function read(kind: typeof exportEvents): Promise<Row[]> {
  const client = await books.owner.connect();
  const lines = await text(kind(client, 'ndjson'));
  client.release();
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

beforeAll(async () => {
  books = await createTestLedger();
  const wallets = await fundedWallets(books.database, books.owner, 4);
  const takes: Promise<unknown>[] = [];
  const callers = Array.from({ length: 12 }, async (_, caller) => {
    const script = createScript({ seed, writer: 'w', caller }, { kind: 'load', wallets });
    let next = script.next();
    for (let i = 0; i < 40 && !next.done; i += 1) {
      next = script.next(await books.ledger.append(next.value));
      // While others write: a checkpoint's events are not those with the smallest positions.
      if (caller === 0 && i % 10 === 5) takes.push(takeCheckpoint(books.owner, key));
    }
  });
  await Promise.all(callers);
  await Promise.all(takes);
  await walletCalled(books, 'wal_ü');
  for (const command of createStory('wal_ü', 1)) await accept(books.ledger, command);
  await walletCalled(books, 'wal_locked');
  const locked = { walletId: 'wal_locked', actor: 'user:asha', idempotencyKey: 'bonus' };
  await accept(books.ledger, {
    ...locked,
    type: 'CreditSignupBonus',
    amountPaise: 250_00,
    lockedPaise: 250_00,
  });
  await takeCheckpoint(books.owner, key);
  // Events after the newest checkpoint, which only the rules hold.
  await accept(books.ledger, {
    ...locked,
    type: 'Charge',
    idempotencyKey: 'charge',
    amountPaise: 40_00,
    tool: 'image',
    memberUid: 'asha',
    releasesPaise: 40_00,
    allowanceDay: '2026-11-29',
  });
  await accept(books.ledger, {
    ...locked,
    type: 'RefundCharge',
    idempotencyKey: 'refund',
    amountPaise: 40_00,
    chargeSeq: 3,
  });
  whole = {
    events: await read(exportEvents),
    heads: await read(exportHeads),
    page: {
      publicKeys: [{ keyId: key.keyId, publicKeyHex: key.publicKeyHex }],
      restores: [],
      checkpoints: (await readCheckpoints(books.owner)).toReversed(),
      nextBefore: null,
    },
  };
});
afterAll(async () => {
  await books.close();
  await books.database.drop();
});

let runs = 0;
function audit({ events, heads, page }: Files): { code: number | null; said: string } {
  const folder = join(coordinate('TEST_FOLDER'), `audit-${process.pid}-${(runs += 1)}`);
  mkdirSync(folder);
  const lines = (rows: readonly Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(join(folder, 'events'), lines(events));
  writeFileSync(join(folder, 'heads'), lines(heads));
  writeFileSync(join(folder, 'page'), JSON.stringify(page));
  const script = join(root, 'docs', 'verify_export.py');
  const { status, stdout, stderr } = spawnSync('python3', [script, 'events', 'heads', 'page'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

const ofWallet = ({ events }: Files, walletId: string) =>
  events.filter((event) => event['wallet_id'] === walletId);
const find = (files: Files, walletId: string, seq: number) =>
  ofWallet(files, walletId).find((event) => event['seq'] === seq)!;

/** Hashes the wallet's events and sums them up again, as the owner of the table can. */
function hashAgain(files: Files, walletId: string): void {
  let head: Uint8Array = Buffer.alloc(32);
  let [balance, held] = [0, 0];
  for (const row of ofWallet(files, walletId)) {
    balance += Number(row['amount_paise']);
    held += Number(row['held_paise']);
    Object.assign(row, { balance_after: balance, held_after: held });
    const moment = (name: string) => (row[name] === null ? null : new Date(String(row[name])));
    const requestHash = Buffer.from(String(row['request_hash']), 'hex');
    const { event } = eventFromRow({
      ...row,
      hold_expires_at: moment('hold_expires_at'),
      effective_at: moment('effective_at'),
      recorded_at: moment('recorded_at'),
    } as unknown as EventRow);
    head = chainHash(head, eventDigest(event, requestHash));
    row['hash'] = Buffer.from(head).toString('hex');
  }
}

describe.runIf(hasPython)('an auditor in Python', () => {
  test('finds that a random history fits its checkpoints', () => {
    const { code, said } = audit(whole);
    const wallets = new Set(whole.events.map((event) => event['wallet_id'])).size;
    const checkpoints = whole.page.checkpoints.length;
    expect(said).toContain(
      `${whole.events.length} events of ${wallets} wallets, ${checkpoints} checkpoints: all fits.`,
    );
    expect(code).toBe(0);
    expect(checkpoints).toBeGreaterThan(2);
  });

  test('follows a restore from a backup, and finds that its statement was edited', () => {
    const files = structuredClone(whole);
    const [newest] = files.page.checkpoints;
    const statement: RestoreStatement = {
      version: 1,
      number: 1,
      createdAtMs: Date.now(),
      restoredToMs: newest!.checkpoint.createdAtMs,
      afterNumber: newest!.checkpoint.number,
      givenUp: [{ number: newest!.checkpoint.number + 1, hashHex: 'ab'.repeat(32) }],
      nextNumber: newest!.checkpoint.number + 2,
      previousHashHex: newest!.hashHex,
      keyId: key.keyId,
    };
    const message = encodeRestore(statement);
    const signed = {
      statement,
      hashHex: sha256(message).toString('hex'),
      signatureHex: signWith(key, message).toString('hex'),
    };
    files.page.restores = [signed];
    expect(audit(files).code).toBe(0);
    signed.statement.givenUp = [];
    expect(audit(files).said).toMatch(/^restore 1: does not hash/);
  });

  test.each<[string, (files: Files) => void, RegExp]>([
    [
      'an amount was edited',
      (files) => (find(files, 'wal_ü', 5)['amount_paise'] = -1),
      /^wal_ü seq 5: does not hash/,
    ],
    [
      'an event was deleted',
      (files) => files.events.splice(files.events.indexOf(find(files, 'wal_ü', 6)), 1),
      /^wal_ü seq 7: follows seq 5/,
    ],
    [
      'the newest events were cut off',
      (files) => files.events.splice(files.events.indexOf(find(files, 'wal_ü', 16)), 1),
      /^wal_ü seq 16: is missing; checkpoint \d+ contains it/,
    ],
    [
      'an event without money was added',
      (files) => {
        const last = find(files, 'wal_ü', 16);
        files.events.splice(files.events.indexOf(last) + 1, 0, { ...last, seq: 17 });
      },
      /^wal_ü seq 17: does not hash/,
    ],
    [
      'an event was moved to another wallet',
      (files) => (find(files, 'wal_locked', 4)['wallet_id'] = 'wal_z'),
      /^wal_z seq 4: follows seq 0/,
    ],
    [
      'a time was moved, and everything hashed again',
      (files) => {
        find(files, 'wal_locked', 4)['recorded_at'] = '2020-01-01T00:00:00.000Z';
        hashAgain(files, 'wal_locked');
      },
      /^wal_locked seq 4: was recorded before/,
    ],
    [
      'a history was rewritten and hashed again',
      (files) => {
        find(files, 'wal_ü', 1)['amount_paise'] = 990_00;
        hashAgain(files, 'wal_ü');
      },
      /^checkpoint \d+: saw another ledger/,
    ],
    [
      'a locked bonus was spent',
      (files) => {
        find(files, 'wal_locked', 2)['locked_paise'] = -1;
        hashAgain(files, 'wal_locked');
      },
      /^wal_locked seq 3: spends a locked bonus/,
    ],
    [
      'more was refunded than charged',
      (files) => {
        find(files, 'wal_locked', 4)['amount_paise'] = 41_00;
        hashAgain(files, 'wal_locked');
      },
      /^wal_locked seq 4: refunds more than a charge/,
    ],
    [
      'a hold was captured for more than it held',
      (files) => {
        find(files, 'wal_ü', 4)['amount_paise'] = -76_00;
        hashAgain(files, 'wal_ü');
      },
      /^wal_ü seq 4: captures more than was held/,
    ],
    [
      'a key was used twice',
      (files) => {
        find(files, 'wal_locked', 4)['idempotency_key'] = 'charge';
        hashAgain(files, 'wal_locked');
      },
      /^wal_locked seq 4: its key was used before/,
    ],
    [
      'a checkpoint states another sum',
      ({ page }) => (page.checkpoints[0]!.checkpoint.balancePaise += 1),
      /^checkpoint \d+: does not hash/,
    ],
    [
      'a checkpoint was signed with another key',
      ({ page }) => {
        const signed = page.checkpoints.at(-1)!;
        const other = readSigningKey('another key');
        signed.signatureHex = signWith(other, Buffer.from('anything')).toString('hex');
      },
      /^checkpoint 1: is not signed/,
    ],
    [
      'a checkpoint is missing between two others',
      ({ page }) => page.checkpoints.splice(1, 1),
      /^checkpoint \d+: does not follow/,
    ],
  ])('finds that %s', (_, tamper, found) => {
    const files = structuredClone(whole);
    tamper(files);
    const { code, said } = audit(files);
    expect(said).toMatch(found);
    expect(code).toBe(1);
  });
});

test.runIf(!hasPython)('there is no Python here, so docs/verify_export.py was not run', () => {
  expect(hasPython).toBe(false);
});
