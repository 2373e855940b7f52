import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, istDay, startOfIstDay } from '@sachet/shared/time';
import { encodeCheckpoint } from '@sachet/shared/ledger/checkpoint';
import { locks } from '../locks.ts';
import { closeDueDays, closesAfterMs } from './day-close.ts';
import {
  accept,
  createTestLedger,
  verifyLines,
  createStory,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import {
  publishKeys,
  readCheckpoints,
  readPublishedKeys,
  takeCheckpoint,
} from '../ledger/checkpoint.ts';
import { runLedgerTool } from './command-line.ts';
import { makeReceipt } from '../ledger/receipt.ts';
import { sha256 } from '../ledger/rows.ts';
import { readSigningKey, signWith } from '../ledger/signing-key.ts';

const secrets = ['the key of the first year', 'the key of the second year'] as const;
const before = readSigningKey(secrets[0]);
const now = readSigningKey(secrets[1], [before.publicKeyHex]);
const thirdSecret = 'the key of the third year';
const third = readSigningKey(thirdSecret, [now.publicKeyHex, before.publicKeyHex]);
const keys = {
  publicKeyHex: now.publicKeyHex,
  previousPublicKeysHex: [before.publicKeyHex],
};

let books: TestLedger;
let story: ReturnType<typeof createStory>;
const close = (key: typeof now, day: string) =>
  closeDueDays(
    { db: books.db, pool: books.owner },
    key,
    startOfIstDay(day) + dayMs + closesAfterMs,
  );
/** Publishes a key with a time that is this many seconds ago. */
const publishEarlier = ({ keyId, publicKeyHex }: typeof now, seconds: number) =>
  books.owner.query(
    `insert into ledger_public_key (key_id, public_key, published_at)
     values ($1, decode($2, 'hex'), now() - $3 * interval '1 second')`,
    [keyId, publicKeyHex, seconds],
  );
const today = istDay(Date.now());
const tomorrow = istDay(Date.now() + dayMs);

beforeAll(async () => {
  books = await createTestLedger();
  story = createStory(await walletCalled(books, 'wal_a'), 0);
  await accept(books.ledger, story[0]!);
  await publishKeys(books.owner, [before.publicKeyHex]);
  await close(before, today);
  await publishEarlier(now, 60);
  await accept(books.ledger, story[1]!);
  await close(now, tomorrow);
});
afterAll(async () => {
  await books?.close();
  await books?.database.drop();
});

async function run(
  argv: string[],
  previousPublicKeysHex: readonly string[],
  signingSecret: string = secrets[1],
) {
  let said = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      done();
    },
  });
  const context = {
    connectionString: books.database.ownerUrl,
    signingSecret,
    previousPublicKeysHex,
    out: stream,
    err: stream as unknown as NodeJS.WriteStream,
  };
  return { code: await runLedgerTool(context, argv), said };
}

describe('a rotated signing key', () => {
  test('checkpoints of both keys verify with the previous public key, and fail without it', async () => {
    expect(await verifyLines(books.database, keys)).toEqual([]);
    expect(await verifyLines(books.database, { publicKeyHex: now.publicKeyHex })).toEqual([
      'checkpoint_forged 1: is not signed with the given key',
      `day_close_forged ${today}: is not signed with the given key`,
    ]);
  });

  test('a saved checkpoint of the previous key still matches', async () => {
    const exported = (await readCheckpoints(books.owner)).slice(0, 1);
    expect(await verifyLines(books.database, { ...keys, exported })).toEqual([]);
  });

  test('the ledger tool verifies with the previous key from the environment, or with both keys as arguments', async () => {
    expect(await run(['verify'], [])).toMatchObject({ code: 1 });
    expect(await run(['verify'], [before.publicKeyHex])).toMatchObject({ code: 0 });
    const both = [now, before].flatMap(({ publicKeyHex }) => ['--public-key', publicKeyHex]);
    expect(await run(['verify', ...both], [])).toMatchObject({ code: 0 });
    expect(await run(['verify', ...both, '--public-key', 'x'], [])).toMatchObject({ code: 2 });
  });

  test('a receipt of the previous key verifies only if that key is given', async () => {
    const made = await makeReceipt(books.owner, { walletId: 'wal_a', seq: 1 });
    if (!made.ok) throw new Error(made.refusal);
    const folder = await mkdtemp(join(tmpdir(), 'receipt-'));
    const file = join(folder, 'receipt.json');
    await writeFile(file, JSON.stringify(made.receipt));
    expect(await run(['check-receipt', file], [])).toEqual({
      code: 1,
      said: 'not good: signature_invalid\n',
    });
    expect(await run(['check-receipt', file], [before.publicKeyHex])).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });

  test('a server that still has the previous key can no longer sign', async () => {
    await accept(books.ledger, story[2]!);
    await expect(takeCheckpoint(books.owner, before)).rejects.toThrow('was replaced');
    expect(await readCheckpoints(books.owner)).toHaveLength(2);
  });

  test('a server with the previous key closes no day, even while another process takes a checkpoint', async () => {
    await takeCheckpoint(books.owner, now);
    const other = await books.owner.connect();
    try {
      await other.query(`select pg_advisory_lock(${locks.checkpoint.id})`);
      const dayAfter = istDay(Date.now() + 2 * dayMs);
      await expect(close(before, dayAfter)).rejects.toThrow('was replaced');
    } finally {
      await other.query('select pg_advisory_unlock_all()');
      other.release();
    }
    expect(await verifyLines(books.database, keys)).toEqual([]);
  });

  test('a new key signs nothing if its server lacks the public key of the previous one', async () => {
    await accept(books.ledger, story[3]!);
    const alone = readSigningKey(thirdSecret);
    await expect(takeCheckpoint(books.owner, alone)).rejects.toThrow(
      `LEDGER_PUBLIC_KEYS_PREVIOUS lacks the key ${now.keyId}`,
    );
    expect(await readCheckpoints(books.owner)).toHaveLength(3);
  });

  test('a new key signs only once every cached list of keys can contain it', async () => {
    const quiet = (await takeCheckpoint(books.owner, now))!;
    expect(await takeCheckpoint(books.owner, third)).toBeNull();
    await publishEarlier(third, 0);
    expect(await takeCheckpoint(books.owner, third)).toBeNull();
    const later = istDay(Date.now() + 3 * dayMs);
    expect(await close(third, later)).toEqual([]);
    await tamper(
      books.owner,
      'alter table ledger_public_key disable trigger user',
      `update ledger_public_key set published_at = published_at - interval '1 minute'`,
      'alter table ledger_public_key enable trigger user',
    );
    // The worker publishes all keys again; a published key keeps its first time.
    await publishKeys(books.owner, [...third.previousPublicKeysHex, third.publicKeyHex]);
    const taken = await run(['checkpoint'], third.previousPublicKeysHex, thirdSecret);
    expect(taken.code).toBe(0);
    // A checkpoint without new events announces that the previous key is no longer used.
    const { eventCount } = quiet.checkpoint;
    expect(JSON.parse(taken.said)).toMatchObject({
      checkpoint: { keyId: third.keyId, eventCount },
    });
    await expect(close(now, later)).rejects.toThrow('was replaced');
    const published = (await readPublishedKeys(books.owner)).map(({ keyId }) => keyId);
    expect(published.toSorted()).toEqual([before.keyId, now.keyId, third.keyId].toSorted());
  });

  test('a signature that a forger makes with the previous key after its rotation is reported', async () => {
    await accept(books.ledger, story[4]!);
    const { checkpoint } = (await takeCheckpoint(books.owner, third))!;
    const { publicKeyHex, previousPublicKeysHex } = third;
    const ring = { publicKeyHex, previousPublicKeysHex };
    expect(await verifyLines(books.database, ring)).toEqual([]);
    const message = encodeCheckpoint({ ...checkpoint, keyId: now.keyId });
    await tamper(
      books.owner,
      `update ledger_checkpoint set key_id = '${now.keyId}',
         hash = decode('${sha256(message).toString('hex')}', 'hex'),
         signature = decode('${signWith(now, message).toString('hex')}', 'hex')
       where number = ${checkpoint.number}`,
    );
    expect(await verifyLines(books.database, ring)).toEqual([
      `checkpoint_forged ${checkpoint.number}: is signed with a key that had been replaced`,
    ]);
  });
});
