/** An operator's answers after restores from a backup, and the correction of wrong ones. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import { istDay } from '@sachet/shared/time';
import { issueReceipts, receiptDueStatement } from '../tax/receipts.ts';
import { addSupplier } from '../tax/suppliers.ts';
import { publishKeys, readCheckpoints } from '../ledger/checkpoint.ts';
import { readRestores } from '../ledger/restores.ts';
import { readSigningKey } from '../ledger/signing-key.ts';
import {
  accept,
  createTestLedger,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { runLedgerTool, type LedgerToolContext } from './command-line.ts';

const signingSecret = 'the key of these tests';
const restoredAt = ['--to', '2026-11-27T18:30:00+05:30'];

let folder: string;
let open: TestLedger;
/** The keys of the newest signature. */
let keys: Partial<LedgerToolContext>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sachet-restores-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  keys = { signingSecret, previousPublicKeysHex: [] };
  open = await createTestLedger();
  await walletCalled(open, 'wal_a');
  for (let number = 1; number <= 5; number += 1) await publishNext();
});
afterEach(async () => {
  // No answer leaves a fault that no command repairs.
  const verified = await run(['verify'], keys);
  await open.close();
  await open.database.drop();
  expect(verified).toMatchObject({ code: 0 });
});

async function run(argv: string[], changes: Partial<LedgerToolContext> = {}) {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(out), text(err)]);
  const code = await runLedgerTool(
    {
      connectionString: open.database.ownerUrl,
      signingSecret,
      previousPublicKeysHex: [],
      out,
      err: err as unknown as NodeJS.WriteStream,
      ...changes,
    },
    argv,
  ).finally(() => {
    out.end();
    err.end();
  });
  const [said, complained] = await written;
  return { code, out: said, err: complained };
}

let adjustments = 0;
/** An event, and the checkpoint that contains it. */
async function publishNext(changes: Partial<LedgerToolContext> = {}): Promise<void> {
  await accept(open.ledger, {
    type: 'AdjustByAdmin',
    walletId: 'wal_a',
    idempotencyKey: `adjustment_${(adjustments += 1)}`,
    actor: 'worker',
    amountPaise: 100,
    reason: 'an apology',
  });
  expect(await run(['checkpoint'], changes)).toMatchObject({ code: 0 });
}

/** Removes what was signed after the checkpoint, as a restore from a backup does. */
const loseAfter = (number: number, keptRestores = 100) =>
  tamper(
    open.owner,
    `delete from ledger_checkpoint_head where checkpoint_number > ${number}`,
    `delete from ledger_checkpoint where number > ${number}`,
    'alter table ledger_restore disable trigger user',
    `delete from ledger_restore where number > ${keptRestores}`,
    'alter table ledger_restore enable trigger user',
  );

/** Saves what `/api/checkpoints` publishes now. */
async function savePage(name: string): Promise<string> {
  const file = join(folder, name);
  const page = {
    checkpoints: (await readCheckpoints(open.owner)).toReversed(),
    restores: await readRestores(open.owner),
  };
  await writeFile(file, JSON.stringify(page));
  return file;
}

const recorded = (givenUp: string, next: number) => ({
  code: 0,
  out: expect.stringContaining(
    `Given up of the published checkpoints: ${givenUp}. The next one is ${next}.`,
  ),
});
const refused = (because: string) => ({ code: 1, out: '', err: expect.stringContaining(because) });
const confirm = (number: number) => ['--confirm', `no checkpoint after ${number} was published`];
const confirmNone = ['restored', '--none-published', ...restoredAt, ...confirm(3)];

test('a second restore asks for confirmation of a file that the first one gave up', async () => {
  const page = await savePage('first.json');
  await loseAfter(3);
  const answer = ['restored', '--checkpoint', page, ...restoredAt];
  expect(await run(answer)).toMatchObject(recorded('4, 5', 6));
  expect(await run(answer)).toMatchObject(refused(`--confirm 'no checkpoint after 5 was`));
  expect(await run([...answer, ...confirm(3)]), 'words of another state').toMatchObject(
    refused(`--confirm 'no checkpoint after 5 was`),
  );
  expect(await run([...answer, ...confirm(5)])).toMatchObject(recorded('4, 5', 6));
  await publishNext();
  expect(await run(['verify', '--checkpoint', page])).toMatchObject({ code: 0 });
});

test('an empty file and one without checkpoints are refused, and no verification passes with them', async () => {
  await loseAfter(3);
  for (const [name, content] of [
    ['empty', ''],
    ['page', '{"checkpoints": [], "restores": []}'],
  ] as const) {
    const file = join(folder, name);
    await writeFile(file, content);
    expect(await run(['restored', '--checkpoint', file, ...restoredAt])).toMatchObject(
      refused(`--confirm 'no checkpoint after 3 was`),
    );
    const verified = await run(['verify', '--checkpoint', file]);
    expect(verified).toMatchObject({ code: 2, out: '' });
    expect(verified.err).toContain('the files have no checkpoint');
  }
});

test('a wrong answer is corrected after another checkpoint was published, and again, but never by the same answer', async () => {
  const page = await savePage('all.json');
  await loseAfter(3);
  expect(await run(confirmNone)).toMatchObject(recorded('none', 4));
  await publishNext();
  await publishNext();
  const older = join(folder, 'older.json');
  const checkpoints = JSON.parse((await run(['checkpoint', '--all'])).out.split('\n')[0]!);
  await writeFile(older, JSON.stringify(checkpoints));
  for (const wrong of [['--none-published'], ['--checkpoint', older]]) {
    expect(await run(['restored', ...wrong, '--correct'])).toMatchObject(
      refused('Every given checkpoint is in this database, or given up already.'),
    );
  }
  // The new ones have the numbers of the lost ones.
  const correct = ['restored', '--checkpoint', page, '--correct'];
  expect(await run(correct)).toMatchObject(recorded('4, 5', 6));
  expect(await run(correct)).toMatchObject(refused('given up already'));
  await publishNext();
  expect((await readCheckpoints(open.owner)).at(-1)!.checkpoint.number).toBe(6);
  expect(await run(correct)).toMatchObject(refused('given up already'));
  expect(await run(['verify', '--checkpoint', page])).toMatchObject({ code: 0 });
});

test('a wrong moment is corrected without other checkpoints', async () => {
  await loseAfter(3);
  await run(confirmNone);
  const correct = ['restored', '--none-published', '--correct', '--to', '2026-11-26T10:00:00Z'];
  expect((await run(correct)).out).toContain('Restore 2 to 2026-11-26T10:00:00.000Z is recorded.');
  expect(await run(correct)).toMatchObject(refused('given up already'));
});

test.each([['page'], ['all']])(
  'a restore to before an earlier restore reads what that one gave up from its published statement (%s)',
  async (kind) => {
    const first = await savePage('before.json');
    await loseAfter(3);
    await run(['restored', '--checkpoint', first, ...restoredAt]);
    await publishNext();
    await publishNext();
    const published = await savePage('after.json');
    if (kind === 'all') await run(['checkpoint', '--all', '--file', published]);
    await loseAfter(3, 0);
    const answer = await run(['restored', '--checkpoint', published, ...restoredAt]);
    expect(answer).toMatchObject(recorded('4, 5, 6, 7', 8));
    expect(answer.out).toContain('Restore 2 ');
    await publishNext();
    const files = ['--checkpoint', first, '--checkpoint', published];
    expect(await run(['verify', ...files])).toMatchObject({ code: 0 });
  },
);

test('a restore to before an earlier restore opens a series of documents that neither has used', async () => {
  await open.db
    .transaction()
    .execute((trx) =>
      addSupplier(trx, { settings: testSupplier, fromDay: istDay(Date.now()), by: 'owner' }),
    );
  // The open ledger may date events by an earlier reading of the clock for a second.
  await sleep(1_100);
  const page = await savePage('documents.json');
  await loseAfter(3);
  await run(['restored', '--checkpoint', page, ...restoredAt]);
  await issueReceipt('one');
  const published = await savePage('second.json');
  await loseAfter(3, 0);
  await run(['restored', '--checkpoint', published, ...restoredAt]);
  await issueReceipt('two');
  const documents = await open.db.selectFrom('document').select('number').orderBy('id').execute();
  const series = documents.map(({ number }) => number.replace(/\d{4}/, ''));
  expect(series).toEqual(['RV/B/000001', 'RV/C/000001']);
});

async function issueReceipt(name: string): Promise<void> {
  const outcome = await open.ledger.append(
    {
      type: 'CreditTopUp',
      walletId: 'wal_a',
      idempotencyKey: `topup:${name}`,
      actor: 'gateway',
      amountPaise: 499_00,
      orderId: `ord_${name}`,
      paymentId: `pay_${name}`,
    },
    (event) => [receiptDueStatement(open.db, event)],
  );
  expect(outcome.ok).toBe(true);
  await issueReceipts(open.db, (error) => {
    throw error;
  });
}

test('a key that was replaced signs no restore', async () => {
  const old = readSigningKey(signingSecret);
  keys = { signingSecret: 'another key', previousPublicKeysHex: [old.publicKeyHex] };
  await publishKeys(open.owner, [readSigningKey('another key').publicKeyHex]);
  await tamper(
    open.owner,
    'alter table ledger_public_key disable trigger user',
    `update ledger_public_key set published_at = now() - interval '1 hour'`,
    'alter table ledger_public_key enable trigger user',
  );
  await publishNext(keys);
  const answer = ['restored', '--none-published', ...restoredAt, ...confirm(6)];
  await expect(run(answer)).rejects.toThrow('this signing key was replaced');
  expect(await run(answer, keys)).toMatchObject(recorded('none', 7));
});
