/** Named bytes in a folder or a bucket: what pictures and exported files are stored in. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Written {
  readonly bytes: number;
  readonly sha256: Buffer;
}

export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

/** Names are paths with slashes. Callers check names that come from a request (`isImageKey`). */
export interface ObjectStore {
  /** Stores all bytes or, after a crash or an error of the source, nothing. Replaces an existing object. */
  put(name: string, source: Uint8Array | Readable): Promise<Written>;
  /** Null if there is no such object. Throws `StoreUnreachable` if a bucket does not answer. */
  read(name: string): Promise<Buffer | null>;
  /** As `read`, without holding the object in memory. The stream fails if the bytes were damaged. */
  open(name: string): Promise<Readable | null>;
  /** Runs `work` on the path of a file with the object's bytes. False if there is no such object. */
  withFile(name: string, work: (path: string) => Promise<void>): Promise<boolean>;
  /** No error when there is no such object. */
  delete(name: string): Promise<void>;
  deleteBelow(folder: string): Promise<void>;
  /**
   * The objects below a folder, or all of them for ''. Names below the folder that begin with a dot are left
   * out.
   */
  list(folder: string): AsyncIterable<StoredObject>;
  /** Writes a few bytes. Returns the free space in bytes; null if there is no such limit. */
  probe(): Promise<number | null>;
  /** How long the result of a probe is used; a bucket charges for each. */
  readonly probeLastsMs: number;
  /** A folder of this machine for files that are not stored yet. No name can read a file in it. */
  readonly incoming: string;
}

/** A bucket cannot be read, or a name in it cannot be deleted. It may answer later. */
export class StoreUnreachable extends Error {
  constructor(cause: unknown) {
    super(`stored pictures cannot be reached: ${(cause as Error).message}`, { cause });
  }
}

export function sha256Of(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Writes a stream to a new file that survives a power failure. */
export async function writeHashed(path: string, source: Readable): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    source,
    measure,
    createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 }),
  );
  return { bytes, sha256: hash.digest() };
}

/** The checksum of a stored object; null if the object does not exist. */
export async function readChecksum(store: ObjectStore, name: string): Promise<Buffer | null> {
  const stream = await store.open(name);
  if (!stream) return null;
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest();
}

/** The HTTP status of a bucket's error. */
export function readStatus(error: unknown): number | undefined {
  const { $metadata: metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return metadata?.httpStatusCode;
}
