import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCheckpoint } from '@sachet/shared/ledger/checkpoint';
import {
  accept,
  createTestLedger,
  verifyLines,
  createStory,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { readCheckpoints, takeCheckpoint } from './checkpoint.ts';
import { runLedgerTool } from './command-line.ts';
import { makeReceipt } from './receipt.ts';
import { sha256 } from './rows.ts';
import { readSigningKey, signWith } from './signing-key.ts';

const secrets = ['the key of the first year', 'the key of the second year'] as const;
const [before, now] = secrets.map(readSigningKey) as [
  ReturnType<typeof readSigningKey>,
  ReturnType<typeof readSigningKey>,
];
const keys = {
  publicKeyHex: now.publicKeyHex,
  previousPublicKeysHex: [before.publicKeyHex],
};

let books: TestLedger;
let story: ReturnType<typeof createStory>;
beforeAll(async () => {
  books = await createTestLedger();
  story = createStory(await walletCalled(books, 'wal_a'), 0);
  await accept(books.ledger, story[0]!);
  await takeCheckpoint(books.owner, before);
  await accept(books.ledger, story[1]!);
  await takeCheckpoint(books.owner, now);
});
afterAll(async () => {
  await books?.close();
  await books?.database.drop();
});

async function run(argv: string[], previousPublicKeysHex: string[]) {
  let said = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      done();
    },
  });
  const context = {
    connectionString: books.database.ownerUrl,
    signingSecret: secrets[1],
    previousPublicKeysHex,
    out: stream,
    err: stream as unknown as NodeJS.WriteStream,
  };
  return { code: await runLedgerTool(context, argv), said };
}

describe('a signing key that took over from another', () => {
  test('given the public key before, then checkpoints of both are good; without it they are not', async () => {
    expect(await verifyLines(books.database, keys)).toEqual([]);
    expect(await verifyLines(books.database, { publicKeyHex: now.publicKeyHex })).toEqual([
      'checkpoint_forged: 1 is not signed with the given key',
    ]);
  });

  test('given the environment of the tool, or both keys by hand, then it verifies', async () => {
    expect(await run(['verify'], [])).toMatchObject({ code: 1 });
    expect(await run(['verify'], [before.publicKeyHex])).toMatchObject({ code: 0 });
    const both = [now, before].flatMap(({ publicKeyHex }) => ['--public-key', publicKeyHex]);
    expect(await run(['verify', ...both], [])).toMatchObject({ code: 0 });
    expect(await run(['verify', ...both, '--public-key', 'x'], [])).toMatchObject({ code: 2 });
  });

  test('given a receipt from before, then it is good with the key before alone', async () => {
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

  test('given a server that still has the key before, then it signs nothing any more', async () => {
    await accept(books.ledger, story[2]!);
    await expect(takeCheckpoint(books.owner, before)).rejects.toThrow('was replaced');
    expect(await readCheckpoints(books.owner)).toHaveLength(2);
  });

  test('given the key before in a forger’s hands, then what it signs now is named', async () => {
    const { checkpoint } = (await takeCheckpoint(books.owner, now))!;
    expect(await verifyLines(books.database, keys)).toEqual([]);
    const message = encodeCheckpoint({ ...checkpoint, keyId: before.keyId });
    await tamper(
      books.owner,
      `update ledger_checkpoint set key_id = '${before.keyId}',
         hash = decode('${sha256(message).toString('hex')}', 'hex'),
         signature = decode('${signWith(before, message).toString('hex')}', 'hex')
       where number = ${checkpoint.number}`,
    );
    expect(await verifyLines(books.database, keys)).toEqual([
      `checkpoint_forged: ${checkpoint.number} is signed with a key that had been replaced`,
    ]);
  });
});
