// The drill of docs/operations.md on two real clusters: load, a base backup under load, more load, restore to a
// moment, recover, verify. `npm run soak -- restore` does it with a million events more and prints the times.
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFolderObjects } from '@sachet/adapters/images/folder';
import { runLedgerTool } from '@sachet/db/finance/command-line';
import { projectNewEvents } from '@sachet/db/finance/provenance/project';
import { createKysely, createPool } from '@sachet/db/connect';
import { issueDueDocuments } from '@sachet/db/tax/invoices';
import { issueReceipts, receiptDueStatement } from '@sachet/db/tax/receipts';
import { addSupplier } from '@sachet/db/tax/suppliers';
import { takeCheckpoint, type SignedCheckpoint } from '@sachet/db/ledger/checkpoint';
import { readRestores } from '@sachet/db/ledger/restores';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { migrate } from '@sachet/db/migrate';
import {
  accept,
  reopenTestLedger,
  walletCalled,
  type TestLedger,
} from '@sachet/db/testing/ledger-story';
import { expectWholeLedger } from '@sachet/dev/local/testing/database';
import { query } from '@sachet/dev/local/testing/postgres-pair';
import { testSupplier } from '@sachet/shared/tax/testing/parties';
import { istDay } from '@sachet/shared/time';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signUp } from '../../flows/people/sign-up.ts';
import { startPostgres, type Postgres } from '../../dev/local/postgres.ts';
import { removeReachableFolder } from '../../dev/local/postgres-account.ts';
import { takeBase } from './base.ts';
import { parseBaseName, toWalName } from './names.ts';
import { restore } from './restore.ts';
import { deleteOld, openSpool, readWaitMs, shipPictures, shipWal } from './ship.ts';
import { openReadableVault, openVault, type ReadableVault, type Vault } from './vault.ts';

const manyEvents = Number(process.env.RESTORE_EVENTS ?? 0);
const timeoutMs = 180_000 + manyEvents;
vi.setConfig({ testTimeout: timeoutMs });

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const beganMs = performance.now();
  const done = await work();
  if (manyEvents) {
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
    process.stdout.write(`restore of ${manyEvents} events: ${what} took ${seconds} s\n`);
  }
  return done;
}

const writers = 100;

async function writeHalf(books: TestLedger, name: string): Promise<void> {
  const write = async (walletId: string) => {
    for (let i = 0; i < manyEvents / 2 / writers; i += 1) {
      await accept(books.ledger, {
        type: 'RedeemGiftCode',
        walletId,
        idempotencyKey: `${name}:${i}`,
        actor: 'drill',
        amountPaise: 1,
      });
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, i) => write(`wal_drill_${i}`)));
}

const system = async (url: string) =>
  (
    await query<{ id: string }>(
      url,
      'select system_identifier::text as id from pg_control_system()',
    )
  )[0]!.id;

let folder: string;
let vault: Vault & ReadableVault;
let recipient: string;
const servers: Postgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sachet-drill-'));
  await chmod(folder, 0o755);
  const identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  const place = join(folder, 'vault');
  vault = { ...openVault(place, recipient), ...openReadableVault(place, identity) };
});

afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const name of await readdir(folder)) removeReachableFolder(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

/** A cluster whose WAL is archived as docker-compose.yml does it. */
async function startArchiving(name: string, spool: string): Promise<Postgres> {
  const place = join(folder, name);
  const script = join(folder, 'archive-wal');
  await copyFile(new URL('../deploy/archive-wal', import.meta.url), script);
  await chmod(script, 0o755);
  await openSpool(spool);
  const first = await startPostgres({ folder: place });
  const owner = first.ownerUrl('postgres');
  await query(owner, 'alter system set archive_mode = on');
  await query(owner, `alter system set archive_command = '"${script}" "%p" "%f" "${spool}"'`);
  await first.stop();
  const server = await startPostgres({ folder: place });
  servers.push(server);
  return server;
}

async function openLedger(server: Postgres): Promise<TestLedger> {
  return reopenTestLedger({
    name: 'sachet',
    ownerUrl: server.ownerUrl('sachet'),
    appUrl: server.appUrl('sachet'),
    verify: () => expectWholeLedger(server.ownerUrl('sachet')),
    drop: async () => {},
  });
}

/** Tops up until it is stopped, and returns the payments that were acknowledged. */
function topUpUntilStopped({ ledger }: TestLedger, name: string) {
  let stopped = false;
  const acknowledged: string[] = [];
  const running = (async () => {
    for (let i = 0; !stopped; i += 1) {
      const paymentId = `pay_${name}_${i}`;
      const outcome = await ledger.append({
        type: 'CreditTopUp',
        walletId: 'wal_drill',
        idempotencyKey: `topup:${paymentId}`,
        actor: 'gateway',
        amountPaise: 100,
        orderId: `ord_${name}_${i}`,
        paymentId,
      });
      if (outcome.ok) acknowledged.push(paymentId);
    }
  })();
  return async () => {
    stopped = true;
    await running;
    return acknowledged;
  };
}

const readPayments = async (url: string) =>
  (
    await query<{ id: string }>(
      url,
      `select payment_id as id from ledger_event where kind = 'TopUpCredited' order by seq`,
    )
  ).map(({ id }) => id);

test('a restore to a moment has every top-up that was acknowledged before it, none after it, and the pictures', async () => {
  const spool = join(folder, 'spool');
  const pictures = join(folder, 'pictures');
  const first = await startArchiving('first', spool);
  await first.createDatabase('sachet');
  const ownerUrl = first.ownerUrl('sachet');
  await migrate({ ownerUrl, appUrl: first.appUrl('sachet') });
  const id = await system(ownerUrl);
  const books = await openLedger(first);
  await walletCalled(books, 'wal_drill');
  for (let i = 0; manyEvents && i < writers; i += 1) await walletCalled(books, `wal_drill_${i}`);
  await mkdir(join(pictures, 'gen_kept'), { recursive: true });
  await writeFile(join(pictures, 'gen_kept', 'final.png'), 'a picture');
  await writeFile(join(pictures, 'gen_kept', 'deleted.png'), 'a picture that is deleted later');

  const shipping = new AbortController();
  const shipped = (async () => {
    while (!shipping.signal.aborted) {
      await shipWal(spool, vault, id);
      await sleep(50);
    }
  })();
  onTestFinished(() => {
    shipping.abort();
    return shipped;
  });
  // A backup that fails ends with its error and leaves nothing.
  const refused = takeBase({ ownerUrl: first.appUrl('sachet'), vault });
  await expect(refused).rejects.toThrow('permission denied');
  await expect(readdir(join(folder, 'vault/.unfinished'))).resolves.toEqual([]);

  await writeHalf(books, 'early');
  const stopFirst = topUpUntilStopped(books, 'before');
  const base = await timed('the base backup', () => takeBase({ ownerUrl, vault }));
  await shipPictures(createFolderObjects(pictures), vault, { system: id, day: '2026-11-26' });
  await rm(join(pictures, 'gen_kept', 'deleted.png'));
  await shipPictures(createFolderObjects(pictures), vault, { system: id, day: '2026-11-27' });
  const before = await stopFirst();
  expect(before.length).toBeGreaterThan(0);

  await writeHalf(books, 'late');
  const papers = await openPapers(books, first);
  await papers.supply();
  expect(await papers.topUp('first')).toBe('RV/000001');
  const early = await papers.takeCheckpoint();

  // A moment of JavaScript has milliseconds.
  await sleep(20);
  const [moment] = await query<{ at: Date }>(ownerUrl, 'select clock_timestamp() as at');
  await sleep(20);
  const stopSecond = topUpUntilStopped(books, 'after');
  await sleep(200);
  const after = await stopSecond();
  // A voucher, a bonus and two checkpoints reach the outside world and are lost.
  expect(await papers.topUp('lost')).toBe('RV/000002');
  const lost = [await papers.takeCheckpoint()];
  const bonus = { uid: 'u_lost', accountCreated: new Date() };
  expect(await papers.signUp(bonus)).toBeNull();
  lost.push(await papers.takeCheckpoint());
  expect(lost.map((each) => each.checkpoint.number)).toEqual([2, 3]);
  await papers.close();
  const [full] = await query<{ wal: string }>(ownerUrl, switchWal);
  await expect
    .poll(() => vault.list(`${id}/wal`), { timeout: timeoutMs })
    .toContain(toWalName(id, full!.wal));
  await expect.poll(() => readWaitMs(spool, Date.now())).toBe(0);
  shipping.abort();
  await shipped;
  await books.close();
  await first.stop();

  const second = join(folder, 'second');
  await mkdir(second);
  await copyFile(join(folder, 'first', 'passwords.json'), join(second, 'passwords.json'));
  const restored = join(folder, 'restored-pictures');
  // `doctor` was called first.
  await createFolderObjects(restored).probe();
  await timed('backup restore', () =>
    restore({
      vault,
      data: join(second, 'data'),
      pictures: { folder: restored },
      to: moment!.at,
    }),
  );
  const server = await timed('the replay', async () => {
    const started = await startPostgres({ folder: second });
    servers.push(started);
    await expect
      .poll(() => query(started.ownerUrl('sachet'), 'select pg_is_in_recovery() as recovering'))
      .toEqual([{ recovering: false }]);
    return started;
  });
  const url = server.ownerUrl('sachet');

  expect(await readPayments(url)).toEqual([...before, 'pay_paper_first']);
  expect(after.length).toBeGreaterThan(0);
  await expectWholeLedger(url);
  expect(await readFile(join(restored, 'gen_kept', 'final.png'), 'utf8')).toBe('a picture');
  expect(await readFile(join(restored, 'gen_kept', 'deleted.png'), 'utf8')).toMatch('deleted');

  await recoverOutside({ url, early, lost, bonus, server });

  // The restored ledger continues, and its archive does not collide with the first one's.
  const again = await openLedger(server);
  const stopThird = topUpUntilStopped(again, 'afterwards');
  await sleep(50);
  const afterwards = await stopThird();
  await again.close();
  expect((await readPayments(url)).filter((id) => id.startsWith('pay_afterwards'))).toEqual(
    afterwards,
  );
  await query(url, 'select pg_switch_wal()');
  await expect
    .poll(async () => (await readdir(spool)).some((name) => name.startsWith('00000002')))
    .toBe(true);
  expect(parseBaseName(base).system).toBe(id);
});

interface Outside {
  readonly url: string;
  readonly server: Postgres;
  /** The checkpoint of the restored moment, and the published ones after it. */
  readonly early: SignedCheckpoint;
  readonly lost: readonly SignedCheckpoint[];
  readonly bonus: NewPerson;
}

/** The restored ledger contradicts nothing that was seen outside after the restored moment. */
async function recoverOutside({ url, server, early, lost, bonus }: Outside) {
  const books = await openLedger(server);
  const papers = await openPapers(books, server);
  // Nothing is signed or numbered before the restore is recorded, and money is credited.
  await expect(papers.takeCheckpoint()).rejects.toThrow('ledger restored');
  expect(await papers.topUp('waiting')).toBeNull();
  expect(await papers.signUp(bonus)).toBe('restored');
  const file = join(folder, 'published.json');
  await writeFile(file, JSON.stringify({ checkpoints: [...lost, early], publicKeys: [] }));
  expect((await papers.runTool(['restored'])).code).toBe(2);
  const forged = join(folder, 'forged.json');
  const { checkpoint } = lost[1]!;
  await writeFile(forged, JSON.stringify({ ...lost[1], checkpoint: { ...checkpoint, number: 9 } }));
  expect((await papers.runTool(['restored', '--checkpoint', forged])).code).toBe(1);
  const older = join(folder, 'older.json');
  await writeFile(older, JSON.stringify({ checkpoints: [early], publicKeys: [] }));
  for (const answer of [['--checkpoint', older], ['--none-published']]) {
    const refused = await papers.runTool(['restored', ...answer]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`--confirm 'no checkpoint after 1 was published'`);
  }
  const partial = join(folder, 'partial.json');
  await writeFile(partial, JSON.stringify(lost[1]));
  const incomplete = await papers.runTool(['restored', '--checkpoint', partial]);
  expect(incomplete.code).toBe(1);
  expect(incomplete.err).toContain('these are missing in the files: 2.');
  // A wrong answer that was confirmed is corrected by a second statement.
  const wrong = ['--none-published', '--confirm', 'no checkpoint after 1 was published'];
  expect((await papers.runTool(['restored', '--checkpoint', file, '--correct'])).code).toBe(1);
  expect((await papers.runTool(['restored', ...wrong])).out).toContain('The next one is 2.');
  const recorded = await papers.runTool(['restored', '--checkpoint', file, '--correct']);
  expect(recorded.out).toMatch(/Given up of the published checkpoints: 2, 3\. The next one is 4\./);
  expect((await papers.runTool(['restored', '--none-published'])).code).toBe(1);

  const next = await papers.takeCheckpoint();
  expect(next.checkpoint.number).toBe(4);
  const statements = await readRestores(papers.pool);
  const statement = statements.at(-1);
  expect(next.checkpoint.previousHashHex).toBe(statement!.hashHex);
  expect(statement!.statement).toMatchObject({
    afterNumber: 1,
    previousHashHex: statements[0]!.hashHex,
    givenUp: lost.map(({ checkpoint: { number }, hashHex }) => ({ number, hashHex })),
  });
  const verified = await timed('ledger verify', () =>
    papers.runTool(['verify', '--checkpoint', file]),
  );
  expect(verified.out).toMatch(
    /gave up checkpoints 2, 3\n.*2 checkpoints, 0 rows of the audit trail: no finding/,
  );
  expect(verified.code).toBe(0);

  // Numbers that were issued are not issued again; the waiting voucher gets the first of the new series.
  await papers.issue();
  expect(await papers.topUp('again')).toBe('RVC/000002');
  expect(await papers.readNumbers()).toEqual(['RV/000001', 'RVC/000001', 'RVC/000002']);
  // The account of the lost bonus gets no second one; a newer account gets one.
  expect(await papers.signUp({ uid: 'u_new', accountCreated: new Date() })).toBeNull();

  await expectWholeLedger(url);
  await papers.close();
  await books.close();
}

interface NewPerson {
  readonly uid: string;
  readonly accountCreated: Date;
}

/** Documents, checkpoints and sign-ups of one cluster. Numbers are returned without their year. */
async function openPapers(books: TestLedger, server: Postgres) {
  const ownerUrl = server.ownerUrl('sachet');
  const pool = createPool(ownerUrl, { max: 3 });
  const db = createKysely(pool);
  const signingSecret = 'the key of the drill';
  const toShort = (number: string) => number.replace(/\/\d{4}/, '');
  const readNumbers = async () =>
    (await query<{ number: string }>(ownerUrl, 'select number from document order by id')).map(
      ({ number }) => toShort(number),
    );
  return {
    pool,
    db,
    readNumbers,
    async supply() {
      const fromDay = istDay(Date.now());
      await db
        .transaction()
        .execute((trx) => addSupplier(trx, { settings: testSupplier, fromDay, by: 'owner' }));
      // The open ledger may date events by an earlier reading of the clock for a second.
      await sleep(1_100);
    },
    /** Returns the number of the payment's voucher, or null without one. */
    async topUp(name: string) {
      const before = await readNumbers();
      const outcome = await books.ledger.append(
        {
          type: 'CreditTopUp',
          walletId: 'wal_drill',
          idempotencyKey: `topup:pay_paper_${name}`,
          actor: 'gateway',
          amountPaise: 499_00,
          orderId: `ord_paper_${name}`,
          paymentId: `pay_paper_${name}`,
        },
        (event) => [receiptDueStatement(db, event)],
      );
      expect(outcome.ok).toBe(true);
      await issueReceipts(db, (error) => {
        throw error;
      });
      return (await readNumbers()).slice(before.length)[0] ?? null;
    },
    async issue() {
      await projectNewEvents(db, (error) => {
        throw error;
      });
      await issueDueDocuments(db, (error) => {
        throw error;
      });
    },
    async takeCheckpoint(): Promise<SignedCheckpoint> {
      return (await takeCheckpoint(pool, readSigningKey(signingSecret)))!;
    },
    /** Why the sign-up brought no bonus; null if it did. */
    async signUp({ uid, accountCreated }: NewPerson) {
      const { profile } = await signUp(
        { db, ledger: books.ledger },
        {
          uid,
          firstName: 'Asha',
          lastName: 'Rao',
          phoneNumber: null,
          email: `${uid}@people.test`,
          emailVerified: true,
          organizationName: null,
          readAccountCreated: async () => accountCreated,
        },
      );
      return profile.bonus_withheld;
    },
    /** As the worker's container runs it: with the servers' login. */
    async runTool(args: string[]) {
      const out = new PassThrough();
      const err = new PassThrough();
      const written = Promise.all([text(out), text(err)]);
      const code = await runLedgerTool(
        {
          connectionString: server.appUrl('sachet'),
          signingSecret,
          previousPublicKeysHex: [],
          out,
          err: err as unknown as NodeJS.WriteStream,
        },
        args,
      );
      out.end();
      err.end();
      const [said, complained] = await written;
      return { code, out: said, err: complained };
    },
    async close() {
      await db.destroy();
    },
  };
}

const switchWal = `select pg_walfile_name(pg_switch_wal()) as wal`;

describe('a restore refuses', () => {
  const to = (name: string) => join(folder, name);

  test('a backup that was changed, and one that is read with another key', async () => {
    const base = (await vault.list('')).find((name) => name.includes('/base/'));
    const other = openReadableVault(to('vault'), await generateX25519Identity());
    await expect(restore({ vault: other, data: to('other-key') })).rejects.toThrow(
      'is damaged, or of another key',
    );
    const path = to(`vault/${base}.age`);
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
    await expect(restore({ vault, data: to('changed') })).rejects.toThrow(
      'is damaged, or of another key',
    );
  });
});

test('old backups are deleted, except what a restore to a moment of the kept days needs', async () => {
  const old = openVault(join(folder, 'old-vault'), recipient);
  const put = (name: string) => old.put(toStream('x'), () => name);
  for (const [day, wal] of [
    ['20261101', 2],
    ['20261110', 4],
    ['20261120', 6],
  ] as const) {
    await put(`77/base/${day}T000000.000Z-00000001000000000000000${wal}.tar.gz`);
  }
  for (const n of [2, 3, 4, 5, 6]) await put(`77/wal/00000001000000000000000${n}.gz`);
  await put('77/wal/00000002.history.gz');
  await put('77/gone/2026-11-10/gen_a/final.png');
  await put('77/gone/2026-11-20/gen_b/final.png');
  await deleteOld(old, { system: '77', keepDays: 14, nowMs: Date.parse('2026-11-27T00:00:00Z') });
  expect(await old.list('')).toEqual([
    '77/base/20261110T000000.000Z-000000010000000000000004.tar.gz',
    '77/base/20261120T000000.000Z-000000010000000000000006.tar.gz',
    '77/gone/2026-11-20/gen_b/final.png',
    '77/wal/000000010000000000000004.gz',
    '77/wal/000000010000000000000005.gz',
    '77/wal/000000010000000000000006.gz',
    '77/wal/00000002.history.gz',
  ]);
});

async function* toChunks(text: string) {
  yield Buffer.from(text);
}
function toStream(text: string) {
  return Readable.from(toChunks(text));
}
