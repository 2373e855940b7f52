/** Moves what Postgres archived, and copies of pictures, into the vault, and deletes what is too old. */
import { createReadStream } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '@sachet/adapters/images/objects';
import { dayMs } from '@sachet/shared/time';
import {
  archivedFile,
  isNeededFrom,
  parseBaseName,
  parseWalName,
  toGoneName,
  toPictureName,
  toWalName,
} from './names.ts';
import { compress, type Vault } from './vault.ts';

/** `ops/deploy/archive-wal` keeps segments only in a folder with this file, so that none pile up without a backup. */
const wanted = '.wanted';

export async function openSpool(spool: string): Promise<void> {
  await mkdir(spool, { recursive: true });
  // The account of Postgres writes here. Other accounts cannot enter the folder above.
  await chmod(spool, 0o777);
  await writeFile(join(spool, wanted), '');
}

/** A crash between storing and deleting stores the same file again. */
export async function shipWal(spool: string, vault: Vault, system: string): Promise<void> {
  for (const file of (await readdir(spool)).filter((name) => archivedFile.test(name)).toSorted()) {
    const packed = compress(createReadStream(join(spool, file)));
    await vault.put(packed, () => toWalName(system, file));
    await rm(join(spool, file));
  }
}

/** How long the oldest archived file has waited. */
export async function readWaitMs(spool: string, nowMs: number): Promise<number> {
  const names = (await readdir(spool)).filter((name) => archivedFile.test(name));
  const found = await Promise.all(names.map((name) => stat(join(spool, name)).catch(() => null)));
  return Math.max(0, ...found.map((file) => (file ? nowMs - file.mtimeMs : 0)));
}

/**
 * A picture's file never changes. One that was deleted is kept as long as the backups whose rows name it, and
 * is copied again if it comes back.
 */
export async function shipPictures(
  pictures: Pick<ObjectStore, 'list' | 'open'>,
  vault: Vault,
  { system, day }: { system: string; day: string },
): Promise<void> {
  const prefix = toPictureName(system, '');
  const stored = new Set((await vault.list(prefix)).map((name) => name.slice(prefix.length)));
  for await (const { name } of pictures.list('')) {
    if (stored.delete(name)) continue;
    const picture = await pictures.open(name);
    // A user may delete a picture at this moment.
    if (picture) await vault.put(picture, () => toPictureName(system, name));
  }
  for (const path of stored) {
    await vault.move(toPictureName(system, path), toGoneName(system, day, path));
  }
}

/** Deletes what no restore to a moment of the last `keepDays` days needs. */
export async function deleteOld(
  vault: Vault,
  { system, keepDays, nowMs }: { system: string; keepDays: number; nowMs: number },
): Promise<void> {
  const fromMs = nowMs - keepDays * dayMs;
  const bases = await vault.list(`${system}/base`);
  const oldestNeeded = bases.findLast((name) => parseBaseName(name).at.getTime() <= fromMs);
  if (oldestNeeded) {
    for (const name of bases.slice(0, bases.indexOf(oldestNeeded))) await vault.remove(name);
    const { startWal } = parseBaseName(oldestNeeded);
    for (const name of await vault.list(`${system}/wal`)) {
      if (!isNeededFrom(startWal, parseWalName(name))) await vault.remove(name);
    }
  }
  const firstDay = new Date(fromMs).toISOString().slice(0, 10);
  for (const name of await vault.list(`${system}/gone`)) {
    if (name.split('/')[2]! < firstDay) await vault.remove(name);
  }
}
