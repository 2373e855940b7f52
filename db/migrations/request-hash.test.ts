// The request's hash is shortened while servers run: what the ledger writes at each step, and what it recognises.
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '@sachet/shared/ledger/command';
import { encodeRequest } from '@sachet/shared/ledger/encoding';
import { Receipt, verifyReceipt } from '@sachet/shared/ledger/receipt';
import { coordinate } from '../../local/testing/coordinates.ts';
import { createPool } from '../connect.ts';
import { takeCheckpoint } from '../ledger/checkpoint.ts';
import { exportEvents } from '../ledger/export.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { rebuildProjections } from '../ledger/rebuild.ts';
import { makeReceipt } from '../ledger/receipt.ts';
import { readSigningKey } from '../ledger/signing-key.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { migrate } from '../migrate.ts';
import { brokenInvariants } from '../testing/ledger-checks.ts';
import { createStory, readEvents, tamper } from '../testing/ledger-story.ts';

const key = readSigningKey('the key of this test');
const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
const elsewhere = (url: string, database: string) =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;
const template = coordinate('TEST_DATABASE_OWNER_URL');
const urls = {
  ownerUrl: elsewhere(template, name),
  appUrl: elsewhere(coordinate('TEST_DATABASE_APP_URL'), name),
};
const steps = {
  before: '0052-erased-reports',
  both: '0053-request-hash-of-8-bytes',
  shortened: '0054-request-hash-shortened',
};
const laterIndexes = join(import.meta.dirname, '0055-found-by-hold.sql');
const walletOf = { before: 'wal_before', both: 'wal_both', shortened: 'wal_shortened' };
type Step = keyof typeof steps;
const everyStep = Object.keys(steps) as Step[];

let cluster: pg.Pool;
let owner: pg.Pool;
const opened: Ledger[] = [];

beforeAll(async () => {
  cluster = createPool(elsewhere(template, 'postgres'), { max: 1 });
  await cluster.query(`create database ${name}`);
  owner = createPool(urls.ownerUrl, { max: 4 });
});
afterAll(async () => {
  await Promise.all(opened.map((ledger) => ledger.close()));
  await owner?.end();
  await cluster?.query(`drop database if exists ${name} with (force)`);
  await cluster?.end();
});

function openLedger(): Ledger {
  const ledger = createLedger({ connectionString: urls.appUrl });
  opened.push(ledger);
  return ledger;
}

/** What a process decides from its memory too. */
const charging = (walletId: string, idempotencyKey: string): Command => ({
  type: 'Charge',
  walletId,
  idempotencyKey,
  actor: 'user:u1',
  amountPaise: 1,
  tool: 'chat',
  memberUid: 'u1',
  conversationId: 'conv_1',
});

/** In the order of the wallet. */
async function readHashLengths(walletId: string): Promise<number[]> {
  const events = await readEvents(owner, walletId);
  return events.map(({ requestHash }) => requestHash.length);
}

async function expectRecognised(ledger: Ledger, command: Command): Promise<void> {
  expect(await ledger.append(command)).toMatchObject({ ok: true, replayed: true });
  const other = { ...command, actor: 'system' };
  expect(await ledger.append(other)).toEqual({ ok: false, refusal: 'idempotency_conflict' });
}

async function receiptOf(walletId: string, seq: number): Promise<Receipt> {
  const outcome = await makeReceipt(owner, { walletId, seq });
  if (!outcome.ok) throw new Error(outcome.refusal);
  return Receipt.parse(JSON.parse(JSON.stringify(outcome.receipt)));
}

const rawKey = new Uint8Array(Buffer.from(key.publicKeyHex, 'hex'));
const verdictOn = (receipt: Receipt) => verifyReceipt(receipt, rawKey, globalThis.crypto.subtle);

async function expectWhole(): Promise<void> {
  const { publicKeyHex } = key;
  const { faults } = await verifyLedger({ connectionString: urls.ownerUrl, publicKeyHex });
  expect(faults).toEqual([]);
  expect(await brokenInvariants(owner)).toEqual([]);
}

test('given events of each step, when the hash is shortened while servers write, then repeats are recognised, others refused, and every proof holds', async () => {
  await migrate({ ...urls, upTo: steps.before });
  // What today's code looks for events by came later.
  for (const step of (await readFile(laterIndexes, 'utf8')).split('-- concurrently'))
    await owner.query(step);
  await owner.query(
    `insert into wallet (id, owner_kind, owner_id) select id, 'user', id from unnest($1::text[]) id`,
    [[...Object.values(walletOf), 'wal_live', 'wal_shared']],
  );
  const ledgers = {} as Record<Step, Ledger>;
  const told: Command[] = [];
  const receipts: Receipt[] = [];

  // A server that was started before all of it writes on, to the end.
  const live = openLedger();
  for (const walletId of ['wal_live', 'wal_shared']) {
    expect(await live.append({ ...createStory(walletId, 0)[0]! })).toMatchObject({ ok: true });
  }
  let isOver = false;
  let written = 0;
  const atWork = (async () => {
    for (; !isOver; written += 1) {
      const outcome = await live.append(charging('wal_live', `live_${written}`));
      expect(outcome).toMatchObject({ ok: true, replayed: false });
    }
  })();

  for (const [i, step] of everyStep.entries()) {
    if (i > 0) {
      // Somebody reads for a while: the migration waits, and writers do not wait behind it for long.
      const reader = await owner.connect();
      await reader.query('begin');
      await reader.query('select count(*) from ledger_event');
      const reading = sleep(1_200).then(() => reader.query('commit'));
      const before = written;
      const [applied] = await Promise.all([migrate({ ...urls, upTo: steps[step] }), reading]);
      reader.release();
      expect(applied).toEqual([steps[step]]);
      expect(written).toBeGreaterThan(before);
    }
    const ledger = (ledgers[step] = openLedger());
    for (const command of createStory(walletOf[step], i)) {
      expect(await ledger.append(command)).toMatchObject({ ok: true, replayed: false });
      told.push(command);
    }
    // Every process that is there, of everything that was ever written.
    for (const each of Object.values(ledgers)) {
      for (const command of told) await expectRecognised(each, command);
    }
    await takeCheckpoint(owner, key);
    receipts.push(await receiptOf(walletOf[step], 4), await receiptOf(walletOf[step], 16));
    for (const receipt of receipts) expect(await verdictOn(receipt)).toEqual({ ok: true });
    await expectWhole();
  }

  // Side by side on one wallet: the one opened before the last step writes 32 bytes, the other 8.
  const { before: old, shortened: fresh } = ledgers;
  for (const [i, writer] of [old, fresh, old, fresh].entries()) {
    const command = charging('wal_shared', `shared_${i}`);
    const both = await Promise.all([writer.append(command), writer.append(command)]);
    expect(both).toMatchObject([
      { ok: true, replayed: false },
      { ok: true, replayed: true },
    ]);
    for (const reader of [old, fresh]) await expectRecognised(reader, command);
  }
  // Both at the same moment: one of them is first, whichever length it writes.
  for (let i = 0; i < 20; i += 1) {
    const command = charging('wal_shared', `race_${i}`);
    const outcomes = await Promise.all([old, fresh].map((writer) => writer.append(command)));
    expect(outcomes.map((outcome) => outcome.ok && outcome.replayed).toSorted()).toEqual([
      false,
      true,
    ]);
  }
  isOver = true;
  await atWork;

  const whole = Array.from({ length: 16 }, () => 32);
  expect(await readHashLengths(walletOf.before)).toEqual(whole);
  expect(await readHashLengths(walletOf.both)).toEqual(whole);
  expect(await readHashLengths(walletOf.shortened)).toEqual(whole.map(() => 8));
  expect((await readHashLengths('wal_shared')).slice(1, 5)).toEqual([32, 8, 32, 8]);
  expect(new Set(await readHashLengths('wal_live'))).toEqual(new Set([32]));
  // Each is the beginning of the same hash.
  for (const [i, step] of everyStep.entries()) {
    const commands = createStory(walletOf[step], i);
    for (const [at, { requestHash }] of (await readEvents(owner, walletOf[step])).entries()) {
      const hash = createHash('sha256').update(encodeRequest(commands[at]!)).digest();
      expect(requestHash).toEqual(hash.subarray(0, requestHash.length));
    }
  }
  const receiptLengths = receipts.map(({ requestHashHex }) => requestHashHex.length);
  expect(receiptLengths).toEqual([64, 64, 64, 64, 16, 16]);

  // A receipt of a whole hash is not good with its beginning alone.
  const shortened = { ...receipts[0]!, requestHashHex: receipts[0]!.requestHashHex.slice(0, 16) };
  expect(await verdictOn(Receipt.parse(shortened))).toEqual({ ok: false, fault: 'head_differs' });
  for (const length of [0, 14, 18, 62, 66]) {
    const requestHashHex = 'a'.repeat(length);
    expect(Receipt.safeParse({ ...shortened, requestHashHex }).success).toBe(false);
  }
  await takeCheckpoint(owner, key);
  await expectWhole();
});

test('given hashes of both lengths, then all of them are exported, and nothing is left to rebuild', async () => {
  const client = await owner.connect();
  let text = '';
  try {
    for await (const chunk of exportEvents(client, 'ndjson')) text += String(chunk);
  } finally {
    client.release();
  }
  const lengths = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).request_hash.length);
  expect(new Set(lengths)).toEqual(new Set([16, 64]));
  expect((await rebuildProjections({ connectionString: urls.ownerUrl })).repaired).toEqual([]);
});

test('given the last step, then a hash of another length is refused, and a shortened one is found as an edit', async () => {
  const { rows } = await owner.query(
    `select conname, convalidated from pg_constraint
      where contype = 'c' and conname like 'ledger_event_request_hash%'`,
  );
  expect(rows).toEqual([{ conname: 'ledger_event_request_hash_length', convalidated: true }]);
  const change = (hash: string) =>
    tamper(
      owner,
      `update ledger_event set request_hash = ${hash} where wallet_id = '${walletOf.before}' and seq = 5`,
    );
  for (const bytes of [0, 7, 9, 16, 31]) {
    await expect(change(`substr(request_hash, 1, ${bytes})`)).rejects.toMatchObject({
      constraint: 'ledger_event_request_hash_length',
    });
  }
  await change('substr(request_hash, 1, 8)');
  const { faults } = await verifyLedger({ connectionString: urls.ownerUrl });
  expect(faults).toMatchObject([{ kind: 'edited', walletId: walletOf.before, seq: 5 }]);
});
