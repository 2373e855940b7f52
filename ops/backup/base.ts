/**
 * A base backup: a copy of Postgres's running data folder, made with its functions `pg_backup_start` and
 * `pg_backup_stop`. The copy is inconsistent until Postgres has replayed the WAL since its start.
 */
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { pack, type Pack } from 'tar-stream';
import { toBaseName } from './names.ts';
import { compress, type Vault } from './vault.ts';

/** Folders whose content belongs to the running server, as Postgres's manual lists them. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|backup_manifest|recovery\.signal|standby\.signal)$/;
/** Copied last. */
const control = 'global/pg_control';

interface Options {
  readonly ownerUrl: string;
  readonly vault: Pick<Vault, 'put'>;
}

/** Returns the name of the backup. The archive must work: Postgres waits until it has the backup's WAL. */
export async function takeBase({ ownerUrl, vault }: Options): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  // Without a listener, a lost connection would end the process; the next statement reports it too.
  client.on('error', () => {});
  const tar = pack();
  let name = '';
  const fill = async () => {
    const data = await readDataFolder(client);
    // The session must stay open until the end: Postgres ends the backup with it.
    await client.query("select pg_backup_start('sachet', true)");
    await addFolder(tar, data, '');
    await addFile(tar, data, control);
    const { rows } = await client.query<{ labelfile: string; at: Date; system: string }>(
      `select labelfile, clock_timestamp() as at, system_identifier::text as system
         from pg_backup_stop(wait_for_archive => true), pg_control_system()`,
    );
    const { labelfile, at, system } = rows[0]!;
    const [, startWal] = /\(file ([0-9A-F]{24})\)/.exec(labelfile)!;
    name = toBaseName({ system, at, startWal: startWal! });
    tar.entry({ name: 'backup_label' }, labelfile);
    tar.finalize();
  };
  try {
    const filled = fill().catch((error: unknown) => {
      tar.destroy(error as Error);
      throw error;
    });
    // Its types leave out that it can be iterated.
    const chunks = tar as unknown as AsyncIterable<Buffer>;
    const stored = vault.put(compress(chunks), () => name);
    // The reason is the first error. The vault has removed its file when both have ended.
    for (const ended of await Promise.allSettled([filled, stored])) {
      if (ended.status === 'rejected') throw ended.reason;
    }
    return name;
  } finally {
    await client.end();
  }
}

async function readDataFolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ data: string; elsewhere: number }>(
    `select current_setting('data_directory') as data,
            (select count(*)::int from pg_tablespace
              where spcname not in ('pg_default', 'pg_global')) as elsewhere`,
  );
  const { data, elsewhere } = rows[0]!;
  if (elsewhere > 0) throw new Error('A tablespace outside the data folder cannot be backed up.');
  return data;
}

async function addFolder(tar: Pack, data: string, folder: string): Promise<void> {
  for (const name of await readdir(join(data, folder)).catch(noneIfGone)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (leftOut.test(name) || path === control) continue;
    const found = await lstat(join(data, path)).catch(noneIfGone);
    if (Array.isArray(found)) continue;
    // `pg_wal` may be a link to another disk.
    if (found.isDirectory() || emptied.has(path)) {
      const { mode, uid, gid, mtime } = found;
      const header = { name: path, type: 'directory' as const, mode: mode & 0o7777 };
      tar.entry({ ...header, uid, gid, mtime });
      if (!emptied.has(path)) await addFolder(tar, data, path);
    } else if (found.isFile()) {
      await addFile(tar, data, path);
    }
  }
}

async function addFile(tar: Pack, data: string, path: string): Promise<void> {
  const found = await lstat(join(data, path)).catch(noneIfGone);
  if (Array.isArray(found)) return;
  const { size, mode, uid, gid, mtime } = found;
  const header = { name: path, size, mode: mode & 0o7777, uid, gid, mtime };
  await pipeline(Readable.from(readExactly(join(data, path), size)), tar.entry(header));
}

/** A file may grow or be truncated while it is read; replaying the WAL corrects both. */
async function* readExactly(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size;
  if (left === 0) return;
  try {
    for await (const chunk of createReadStream(path, { end: size - 1 })) {
      left -= (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  } catch (error) {
    noneIfGone(error as NodeJS.ErrnoException);
  }
  for (; left > 0; left -= Math.min(left, 65_536)) yield Buffer.alloc(Math.min(left, 65_536));
}

/** A table can be dropped while its file is being copied. */
function noneIfGone(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
