/**
 * Encrypted files in a folder. The service that writes them has only a public key of age
 * (https://age-encryption.org) and cannot read them. The `age` program can decrypt each file.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline as connect, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { describeOutside } from '@sachet/shared/configuration/describe-outside';

const ending = '.age';
/** Names of objects never begin with a dot. */
const unfinished = '.unfinished';

/** Compresses a source. Its error ends the returned stream, whose reader reports it. */
export function compress(source: AsyncIterable<Uint8Array>): Readable {
  const gzip = createGzip({ level: 1 });
  connect(Readable.from(source), gzip, () => {});
  return gzip;
}

export interface Vault {
  /** The object exists as a whole or not at all. `name` is asked for when the source has ended. */
  put(source: Readable, name: () => string): Promise<void>;
  /** Names below this one, sorted. */
  list(below: string): Promise<string[]>;
  move(from: string, to: string): Promise<void>;
  /** Deletes what a killed process has left. No other process may write at this moment. */
  removeUnfinished(): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The part of a vault that a restore needs. */
export interface ReadableVault extends Pick<Vault, 'list'> {
  /** A changed or truncated object ends the stream with an error. */
  read(name: string): Promise<Readable>;
}

export function openVault(folder: string, recipient: string): Vault {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const toPath = (name: string) => join(folder, `${name}${ending}`);
  return {
    async put(source, name) {
      const path = join(folder, unfinished, randomUUID());
      await mkdir(dirname(path), { recursive: true });
      try {
        const encrypted = await encrypter.encrypt(Readable.toWeb(source) as ReadableStream);
        const file = createWriteStream(path, { flush: true, mode: 0o600 });
        await pipeline(Readable.fromWeb(encrypted as ReadableStream), file);
        await moveFile(path, toPath(name()));
      } finally {
        await rm(path, { force: true });
      }
    },
    list: (below) => listObjects(folder, below),
    move: (from, to) => moveFile(toPath(from), toPath(to)),
    removeUnfinished: () => rm(join(folder, unfinished), { recursive: true, force: true }),
    remove: (name) => rm(toPath(name), { force: true }),
  };
}

export function openReadableVault(folder: string, identity: string): ReadableVault {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return {
    list: (below) => listObjects(folder, below),
    async read(name) {
      return Readable.from(decrypt(decrypter, join(folder, `${name}${ending}`)), {
        objectMode: false,
      });
    },
  };
}

/** A file of the vault was changed or truncated, or is of another key. */
export class UnreadableBackup extends Error {}

async function* decrypt(decrypter: Decrypter, path: string): AsyncGenerator<Uint8Array> {
  try {
    const file = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    yield* Readable.fromWeb((await decrypter.decrypt(file)) as ReadableStream);
  } catch (error) {
    if (describeOutside(error)) throw error;
    const { message } = error as Error;
    throw new UnreadableBackup(`${path} is damaged, or of another key: ${message}`, {
      cause: error,
    });
  }
}

async function listObjects(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), {
    recursive: true,
    withFileTypes: true,
  }).catch(noneIfMissing);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => toName(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  // The name survives a power cut only when its folder was written too.
  const folder = await open(dirname(to));
  await folder.sync().finally(() => folder.close());
}

function toName(folder: string, path: string): string {
  const relative = path.slice(folder.length + 1, -ending.length);
  return relative.replaceAll('\\', posix.sep);
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
