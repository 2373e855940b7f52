/** Writes a backup into empty folders, so that Postgres recovers to a moment when it starts. */
import { createWriteStream } from 'node:fs';
import { appendFile, chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type ExtractEvents } from 'tar-stream';
import { openPlace } from '@sachet/adapters/images/open-objects';
import type { StorePlace } from '@sachet/shared/configuration/image-store';
import { isNeededFrom, parseBaseName, parseWalName, toPictureName, toWalName } from './names.ts';
import type { ReadableVault } from './vault.ts';

export interface RestoreOptions {
  readonly vault: ReadableVault;
  /** Postgres's data folder. */
  readonly data: string;
  /** Left out to restore the database only. */
  readonly pictures?: StorePlace | undefined;
  /** Left out to restore everything that was archived. */
  readonly to?: Date | undefined;
  /** The identifier of the cluster, if the vault has several. */
  readonly system?: string | undefined;
  readonly say?: (text: string) => void;
}

/** The reason why nothing was restored. */
export class CannotRestore extends Error {}

export async function restore(options: RestoreOptions): Promise<void> {
  const { vault, data, pictures, to, say = () => {} } = options;
  await requireEmpty(data);
  if (pictures) await requireEmptyStore(pictures);
  const base = await chooseBase(options);
  const { system, at, startWal } = parseBaseName(base);
  say(`Base backup of ${at.toISOString()}`);
  const owner = await unpack(vault, base, data);
  const wal = join(data, 'restored-wal');
  const names = (await vault.list(`${system}/wal`)).filter((name) =>
    isNeededFrom(startWal, parseWalName(name)),
  );
  say(`${names.length} files of WAL`);
  for (const name of names) {
    await write(vault, name, join(wal, `${parseWalName(name)}.gz`));
  }
  await configure({ data, wal, to });
  await giveTo(owner, [
    wal,
    ...names.map((name) => join(wal, `${parseWalName(name)}.gz`)),
    join(data, 'recovery.signal'),
    join(data, 'postgresql.auto.conf'),
  ]);
  if (pictures) say(`${await restorePictures(vault, system, pictures)} pictures`);
}

/** The newest backup that was finished before the moment, and of which the vault has all WAL. */
async function chooseBase({ vault, to, system }: RestoreOptions): Promise<string> {
  const all = (await vault.list('')).filter((name) => name.includes('/base/'));
  const systems = [...new Set(all.map((name) => parseBaseName(name).system))];
  if (system === undefined && systems.length > 1) {
    throw new CannotRestore(
      `There are backups of several databases. Choose one with --system: ${systems.join(', ')}`,
    );
  }
  if (system !== undefined && !systems.includes(system)) {
    throw new CannotRestore(`There are backups of ${systems.join(', ') || 'no database'} only.`);
  }
  const finished = all.filter((name) => {
    const base = parseBaseName(name);
    return base.system === (system ?? systems[0]) && (!to || base.at <= to);
  });
  for (const name of finished.toReversed()) if (await hasItsWal(vault, name)) return name;
  if (finished.length > 0) throw new CannotRestore('The WAL of every backup is incomplete.');
  throw new CannotRestore(
    all.length === 0
      ? 'There is no backup here.'
      : `No backup was finished before this moment. The first: ${parseBaseName(all[0]!).at.toISOString()}`,
  );
}

/**
 * Whether the vault has the WAL that was written during a base backup, without which Postgres cannot start. It is
 * stored in its order, and the last of it after the backup itself.
 */
async function hasItsWal(vault: ReadableVault, base: string): Promise<boolean> {
  const { system, startWal } = parseBaseName(base);
  const files = (await vault.list(`${system}/wal`)).map(parseWalName);
  const history = files.findLast(
    (file) => file.startsWith(`${startWal}.`) && file.endsWith('.backup'),
  );
  if (history === undefined) return false;
  const unpacked = createGunzip();
  const packed = await vault.read(toWalName(system, history));
  const [said] = await Promise.all([text(unpacked), pipeline(packed, unpacked)]);
  const [, stopWal] = /^STOP WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(said)!;
  return files.includes(stopWal!);
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0) throw new CannotRestore(`${folder} is not empty.`);
}

/** A server or `doctor` may have written its hidden probe already. */
async function requireEmptyStore(place: StorePlace): Promise<void> {
  const where = 'folder' in place ? place.folder : `s3://${place.bucket}/${place.prefix}`;
  for await (const { name } of openPlace(place).list('')) {
    throw new CannotRestore(`${where} is not empty: it has ${name}.`);
  }
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Only root can give files away; everyone else restores as Postgres's own account. */
const isRoot = process.getuid?.() === 0;

async function giveTo({ uid, gid }: Owner, paths: readonly string[]): Promise<void> {
  if (isRoot) for (const path of paths) await chown(path, uid, gid);
}

/** Returns the account that owns the files. */
async function unpack(vault: ReadableVault, base: string, data: string): Promise<Owner> {
  await mkdir(data, { recursive: true });
  let owner: Owner | undefined;
  const tar = extract();
  const unpacked = (async () => {
    for await (const entry of tar) {
      const path = resolve(data, entry.header.name);
      if (!path.startsWith(resolve(data) + sep)) throw new Error(`a file outside: ${path}`);
      await writeEntry(path, entry);
      const { uid, gid } = entry.header;
      // The label, the last entry, was not copied from a file.
      if (uid !== undefined && gid !== undefined) owner ??= { uid, gid };
      await giveTo(owner!, [path]);
    }
  })();
  await Promise.all([pipeline(await vault.read(base), createGunzip(), tar), unpacked]);
  await giveTo(owner!, [data]);
  await chmod(data, 0o700);
  return owner!;
}

type Entry = ExtractEvents['entry'][1];

async function writeEntry(path: string, entry: Entry): Promise<void> {
  const { type, mode } = entry.header;
  if (type === 'directory') {
    await mkdir(path, { recursive: true });
    entry.resume();
  } else {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(entry as AsyncIterable<Buffer>, createWriteStream(path));
  }
  await chmod(path, mode ?? 0o600);
}

async function write(vault: ReadableVault, name: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await pipeline(await vault.read(name), createWriteStream(path));
}

async function configure({
  data,
  wal,
  to,
}: {
  data: string;
  wal: string;
  to: Date | undefined;
}): Promise<void> {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const lines = [
    '',
    `restore_command = ${quote(`gunzip -c "${wal}/%f.gz" > "%p"`)}`,
    `recovery_end_command = ${quote(`rm -rf "${wal}"`)}`,
    // The setting takes no `Z`.
    `recovery_target_time = ${quote(to ? to.toISOString().replace('Z', '+00') : '')}`,
    "recovery_target_action = 'promote'",
    // Until `ledger restored` has recorded it, nothing is signed or numbered (`pending_restore`).
    `sachet.restored = ${quote(`${new Date().toISOString()} ${to ? to.toISOString() : 'end'}`)}`,
    '',
  ];
  await appendFile(join(data, 'postgresql.auto.conf'), lines.join('\n'));
  await writeFile(join(data, 'recovery.signal'), '');
}

/** Restores deleted pictures too, because rows of the restored moment may name them. */
async function restorePictures(
  vault: ReadableVault,
  system: string,
  place: StorePlace,
): Promise<number> {
  const store = 'folder' in place ? await openOwnedFolder(place.folder) : openPlace(place).put;
  const present = toPictureName(system, '');
  const names = [...(await vault.list(present)), ...(await vault.list(`${system}/gone`))];
  for (const name of names) {
    const path = name.startsWith(present)
      ? name.slice(present.length)
      : name.split('/').slice(3).join('/');
    await store(path, await vault.read(name));
  }
  return names.length;
}

/** The files get the account of their folder. */
async function openOwnedFolder(folder: string) {
  await mkdir(folder, { recursive: true });
  const { uid, gid } = await stat(folder);
  return async (name: string, source: Readable): Promise<void> => {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(source, createWriteStream(path));
    await giveTo({ uid, gid }, [path, dirname(path)]);
  };
}
