// The drill of docs/operations.md on two real clusters: load, a base backup under load, more load, restore to a
// moment, recover, verify.
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
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@sachet/db/connect';
import { migrate } from '@sachet/db/migrate';
import { reopenTestLedger, walletCalled, type TestLedger } from '@sachet/db/testing/ledger-story';
import { expectWholeLedger } from '@sachet/local/testing/database';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type Postgres } from '../local/postgres.ts';
import { removeReachableFolder } from '../local/postgres-account.ts';
import { takeBase } from './base.ts';
import { parseBaseName } from './names.ts';
import { CannotRestore, restore } from './restore.ts';
import { deleteOld, openSpool, readWaitMs, shipPictures, shipWal } from './ship.ts';
import { openReadableVault, openVault, type ReadableVault, type Vault } from './vault.ts';

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

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const pool = createPool(url, { max: 1 });
  try {
    return (await pool.query<Row>(text)).rows;
  } finally {
    await pool.end();
  }
}

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
  // A backup that fails ends with its error and leaves nothing.
  const refused = takeBase({ ownerUrl: first.appUrl('sachet'), vault });
  await expect(refused).rejects.toThrow('permission denied');
  await expect(readdir(join(folder, 'vault/.unfinished'))).resolves.toEqual([]);

  const stopFirst = topUpUntilStopped(books, 'before');
  const base = await takeBase({ ownerUrl, vault });
  await shipPictures(pictures, vault, { system: id, day: '2026-11-26' });
  await rm(join(pictures, 'gen_kept', 'deleted.png'));
  await shipPictures(pictures, vault, { system: id, day: '2026-11-27' });
  const before = await stopFirst();
  expect(before.length).toBeGreaterThan(0);

  // A moment of JavaScript has milliseconds.
  await sleep(20);
  const [moment] = await query<{ at: Date }>(ownerUrl, 'select clock_timestamp() as at');
  await sleep(20);
  const stopSecond = topUpUntilStopped(books, 'after');
  await sleep(200);
  const after = await stopSecond();
  await query(ownerUrl, 'select pg_switch_wal()');
  await expect.poll(() => vault.list(`${id}/wal`)).not.toEqual([]);
  await expect
    .poll(async () => (await query<{ done: boolean }>(ownerUrl, archivedEverything))[0]!.done)
    .toBe(true);
  await expect.poll(() => readWaitMs(spool, Date.now())).toBe(0);
  shipping.abort();
  await shipped;
  await books.close();
  await first.stop();

  const second = join(folder, 'second');
  await mkdir(second);
  await copyFile(join(folder, 'first', 'passwords.json'), join(second, 'passwords.json'));
  const restored = join(folder, 'restored-pictures');
  await restore({ vault, data: join(second, 'data'), pictures: restored, to: moment!.at });
  const server = await startPostgres({ folder: second });
  servers.push(server);
  const url = server.ownerUrl('sachet');
  await expect
    .poll(async () => query(url, 'select pg_is_in_recovery() as recovering'))
    .toEqual([{ recovering: false }]);

  expect(await readPayments(url)).toEqual(before);
  expect(after.length).toBeGreaterThan(0);
  await expectWholeLedger(url);
  expect(await readFile(join(restored, 'gen_kept', 'final.png'), 'utf8')).toBe('a picture');
  expect(await readFile(join(restored, 'gen_kept', 'deleted.png'), 'utf8')).toMatch('deleted');

  // The restored ledger continues, and its archive does not collide with the first one's.
  const again = await openLedger(server);
  const stopThird = topUpUntilStopped(again, 'afterwards');
  await sleep(50);
  const afterwards = await stopThird();
  await again.close();
  expect(await readPayments(url)).toEqual([...before, ...afterwards]);
  await query(url, 'select pg_switch_wal()');
  await expect
    .poll(async () => (await readdir(spool)).some((name) => name.startsWith('00000002')))
    .toBe(true);
  expect(parseBaseName(base).system).toBe(id);
});

const archivedEverything = `
  select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver`;

describe('a restore refuses', () => {
  const to = (name: string) => join(folder, name);

  test('a folder with files', async () => {
    await mkdir(to('used'));
    await writeFile(to('used/PG_VERSION'), '18');
    await expect(restore({ vault, data: to('used') })).rejects.toThrow('is not empty');
  });

  test('a moment before the first backup, and an empty vault', async () => {
    const early = restore({ vault, data: to('early'), to: new Date('2020-01-01') });
    await expect(early).rejects.toThrow(CannotRestore);
    await expect(early).rejects.toThrow('The first:');
    const empty = openReadableVault(to('no-vault'), await generateX25519Identity());
    await expect(restore({ vault: empty, data: to('early') })).rejects.toThrow('no backup here');
  });

  test('a backup that was changed, and one that is read with another key', async () => {
    const base = (await vault.list('')).find((name) => name.includes('/base/'));
    const other = openReadableVault(to('vault'), await generateX25519Identity());
    await expect(restore({ vault: other, data: to('other-key') })).rejects.toThrow();
    const path = to(`vault/${base}.age`);
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
    await expect(restore({ vault, data: to('changed') })).rejects.toThrow();
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
