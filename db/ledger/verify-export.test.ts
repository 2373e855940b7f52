// `docs/verify_export.py`, an auditor that knows the ledger only from docs/ledger.md, on a random history.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coordinate } from '@sachet/dev/local/testing/coordinates';
import { root } from '@sachet/dev/local/places';
import type { PublishedCheckpoints } from '@sachet/shared/ledger/contracts/proof';
import { encodeCheckpoint } from '@sachet/shared/ledger/checkpoint';
import {
  encodeRestore,
  type RestoreStatement,
  type SignedRestore,
} from '@sachet/shared/ledger/restore';
import { fundedWallets } from '../testing/torture-checks.ts';
import {
  accept,
  createStory,
  createTestLedger,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { createScript } from '../testing/torture-script.ts';
import { readCheckpoints, takeCheckpoint, type SignedCheckpoint } from './checkpoint.ts';
import { exportEvents, exportHeads } from './export.ts';
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

/** Changes an event and hashes its wallet again. */
function forge(files: Files, walletId: string, seq: number, changed: Row): void {
  Object.assign(find(files, walletId, seq), changed);
  hashAgain(files, walletId);
}

/** Another checkpoint after the newest one but one, as the owner of the key can sign it. */
function signCheckpoint({ page }: Files, changed: { number: number }): SignedCheckpoint {
  const { checkpoint, hashHex } = page.checkpoints[0]!;
  const forged = { ...checkpoint, previousHashHex: hashHex, ...changed };
  const message = encodeCheckpoint(forged);
  return {
    checkpoint: forged,
    hashHex: sha256(message).toString('hex'),
    signatureHex: signWith(key, message).toString('hex'),
  };
}

/** A restore to the newest checkpoint. */
function signRestore(
  { page }: Files,
  changed: Partial<RestoreStatement>,
  signer = key,
): SignedRestore {
  const { checkpoint, hashHex } = whole.page.checkpoints[0]!;
  const statement: RestoreStatement = {
    version: 1,
    number: 1,
    createdAtMs: Date.now(),
    restoredToMs: checkpoint.createdAtMs,
    afterNumber: checkpoint.number,
    givenUp: [],
    nextNumber: checkpoint.number + 1,
    previousHashHex: hashHex,
    keyId: signer.keyId,
    ...changed,
  };
  page.publicKeys.push({ keyId: signer.keyId, publicKeyHex: signer.publicKeyHex });
  const message = encodeRestore(statement);
  return {
    statement,
    hashHex: sha256(message).toString('hex'),
    signatureHex: signWith(signer, message).toString('hex'),
  };
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

  test('follows restores from a backup, and finds that a statement was edited', () => {
    const files = structuredClone(whole);
    const [newest] = files.page.checkpoints;
    const lost = signCheckpoint(files, { number: newest!.checkpoint.number + 1 });
    // A page that was saved before the restore has the checkpoint that was given up.
    files.page.checkpoints.unshift(lost);
    const { number } = newest!.checkpoint;
    const givenUp = [{ number: number + 1, hashHex: lost.hashHex }];
    const first = signRestore(files, { givenUp, nextNumber: number + 2 });
    // The second backup is older than the first restore.
    const second = signRestore(files, { givenUp, nextNumber: number + 2, number: 2 });
    files.page.restores = [first, second];
    expect(audit(files)).toMatchObject({ code: 0 });
    files.page.restores = [{ ...second, statement: { ...second.statement, givenUp: [] } }];
    expect(audit(files).said).toMatch(/^restore 2: does not hash/);
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
    [
      'an event is of a kind that does not exist',
      (files) => forge(files, 'wal_locked', 4, { kind: 'Gifted' }),
      /^wal_locked seq 4: is of an unknown kind/,
    ],
    [
      'a charge pays the customer',
      (files) => forge(files, 'wal_locked', 3, { amount_paise: 40_00 }),
      /^wal_locked seq 3: no Charged has such an amount/,
    ],
    [
      'a release has money with it',
      (files) => forge(files, 'wal_locked', 2, { amount_paise: 1 }),
      /^wal_locked seq 2: no BonusReleased has such an amount/,
    ],
    [
      'a hold was voided for money',
      (files) => forge(files, 'wal_ü', 8, { amount_paise: 5_00 }),
      /^wal_ü seq 8: no HoldVoided has such an amount/,
    ],
    [
      'a refund of a top-up pays the customer',
      (files) => forge(files, 'wal_ü', 11, { amount_paise: 100_00 }),
      /^wal_ü seq 11: no TopUpRefunded has such an amount/,
    ],
    [
      'a top-up releases a bonus',
      (files) => forge(files, 'wal_ü', 2, { locked_paise: -1 }),
      /^wal_ü seq 2: no TopUpCredited has such an amount/,
    ],
    [
      'a charge was booked against the gateway',
      (files) => forge(files, 'wal_locked', 3, { counter_account: 'gateway:razorpay' }),
      /^wal_locked seq 3: no Charged has such an account/,
    ],
    [
      'a refund was booked against another account',
      (files) => forge(files, 'wal_locked', 4, { counter_account: 'revenue:chat' }),
      /^wal_locked seq 4: names no charge, or another one/,
    ],
    [
      'a capture was booked against another account than its hold',
      (files) => forge(files, 'wal_ü', 4, { counter_account: 'revenue:chat' }),
      /^wal_ü seq 4: ends a hold that is not open/,
    ],
    [
      'a capture is said to enlarge a picture that was not bought',
      (files) => forge(files, 'wal_ü', 4, { upgrades_seq: 2 }),
      /^wal_ü seq 4: names no charge/,
    ],
    [
      'two events have one position',
      (files) => forge(files, 'wal_ü', 16, { position: find(files, 'wal_ü', 15)['position']! }),
      /^wal_ü seq 16: its position was used before/,
    ],
    [
      'a hold was placed again',
      (files) => forge(files, 'wal_ü', 15, { hold_id: 'hold_wal_ü_captured' }),
      /^wal_ü seq 15: its hold was used before/,
    ],
    [
      'more of a dispute was won than was taken',
      (files) => forge(files, 'wal_ü', 13, { amount_paise: 250_00 }),
      /^wal_ü seq 13: gives back more than was taken/,
    ],
    [
      'an unknown payment was refunded',
      (files) => forge(files, 'wal_ü', 11, { payment_id: 'pay_other' }),
      /^wal_ü seq 11: is about no payment of this wallet/,
    ],
    [
      'a payment was credited in two wallets',
      (files) => {
        const credited = find(files, 'wal_ü', 2);
        const copied = ['kind', 'payment_id', 'order_id', 'counter_account', 'reverses_seq'];
        const credit = Object.fromEntries(copied.map((name) => [name, credited[name]!]));
        forge(files, 'wal_locked', 4, credit);
      },
      /^wal_(ü|locked) seq \d: its payment was used before/,
    ],
    [
      'a row has a column that no hash covers',
      (files) => (find(files, 'wal_ü', 3)['note'] = 'forged'),
      /^wal_ü seq 3: has other columns/,
    ],
    [
      'a time has digits that no hash covers',
      (files) => {
        const row = find(files, 'wal_ü', 3);
        row['effective_at'] = String(row['effective_at']).replace('Z', '999Z');
      },
      /^A file is not what it should be: ValueError/,
    ],
    [
      'the owner of the key signed another checkpoint with the number of a published one',
      (files) => files.page.checkpoints.push(signCheckpoint(files, { number: 2 })),
      /^checkpoint \d+: does not follow/,
    ],
    [
      'a key signed again after it had been replaced',
      (files) => {
        const other = signRestore(files, {}, readSigningKey('another key'));
        const again = { number: 2, previousHashHex: other.hashHex };
        files.page.restores = [other, signRestore(files, again)];
      },
      /^restore 2: is signed with a key that had been replaced/,
    ],
    [
      'all checkpoints are missing',
      ({ page }) => (page.checkpoints = []),
      /^pages: have no checkpoint/,
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
