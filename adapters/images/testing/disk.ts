// A disk that can be full: a mounted one if this machine allows it, else a folder in which writing fails for
// root too.
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Disk {
  readonly folder: string;
  /** The state that a store reports when the disk is full. */
  readonly stateWhenFull: 'full' | 'failing';
  fill(): Promise<void>;
  empty(): void;
  remove(): void;
}

const mebibyte = 1024 * 1024;

/** Slightly more than a store needs to be writable. */
const diskMegabytes = 272;

export function createDisk(parent: string, megabytes = diskMegabytes): Disk {
  const folder = mkdtempSync(join(parent, 'disk-'));
  return mount(folder, `size=${megabytes}m`) ? realDisk(folder) : brokenFolder(folder);
}

/** False if this process may not mount: mounting needs Linux, root and a container that allows it. */
export function mount(folder: string, options: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
}

/** Unmounts what a test that was stopped has left in this folder. */
export function unmountBelow(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const place = line.split(' ')[1] ?? '';
    if (place.startsWith(`${folder}/`)) unmount(place);
  }
}

/** Writes until the disk of this folder is full. Returns the file to delete. */
export async function fillDisk(folder: string): Promise<string> {
  const filler = join(folder, 'filler');
  const zeros = Readable.from(endlessly(Buffer.alloc(mebibyte)));
  await pipeline(zeros, createWriteStream(filler)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
  return filler;
}

function realDisk(folder: string): Disk {
  let filler = '';
  return {
    folder,
    stateWhenFull: 'full',
    async fill() {
      filler = await fillDisk(folder);
    },
    empty: () => rmSync(filler),
    remove() {
      unmount(folder);
      rmSync(folder, { recursive: true });
    },
  };
}

function* endlessly(bytes: Buffer) {
  for (;;) yield bytes;
}

/** A folder replaces the file that a store writes as its probe. */
function brokenFolder(folder: string): Disk {
  const obstacle = join(folder, '.probe');
  return {
    folder,
    stateWhenFull: 'failing',
    async fill() {
      rmSync(obstacle, { force: true });
      mkdirSync(obstacle);
    },
    empty: () => rmSync(obstacle, { recursive: true }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
