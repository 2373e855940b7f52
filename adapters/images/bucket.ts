/**
 * Objects in a bucket that speaks S3. The SDK reads the address of another service than Amazon's, the region
 * and the keys from its own variables (`AWS_ENDPOINT_URL_S3`, `AWS_REGION`, `AWS_ACCESS_KEY_ID` and so on).
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { isHidden } from './folder.ts';
import {
  readStatus,
  sha256Of,
  StoreUnreachable,
  writeHashed,
  type ObjectStore,
  type Written,
} from './objects.ts';

export interface BucketPlace {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

/** No connection, and no byte on a connection, for this long counts as a failed request. */
const connectWithinMs = 3_000;
const silentForMs = 15_000;

export function createBucketObjects({ bucket: Bucket, prefix }: BucketPlace): ObjectStore {
  const aws = loadSdk();
  // Of this process only.
  const incoming = join(tmpdir(), `sachet-incoming-${process.pid}`);
  const toPlace = (name: string) => ({ Bucket, Key: `${prefix}${name}` });

  async function send(
    name: string,
    { body, bytes, sha256 }: Written & { body: Uint8Array | Readable },
  ): Promise<void> {
    const { client, sdk } = await aws;
    await client.send(
      new sdk.PutObjectCommand({
        ...toPlace(name),
        Body: body,
        ContentLength: bytes,
        // The bucket refuses bytes that changed on the way.
        ChecksumSHA256: sha256.toString('base64'),
        // Read back with each download, also from services that keep no checksums.
        Metadata: { sha256: sha256.toString('hex') },
      }),
    );
  }

  /** The source becomes a file first: a request announces its length and checksum, and may be repeated. */
  async function sendStream(name: string, source: Readable): Promise<Written> {
    await mkdir(incoming, { recursive: true });
    const path = join(incoming, randomUUID());
    try {
      const written = await writeHashed(path, source);
      await send(name, { ...written, body: createReadStream(path) });
      return written;
    } finally {
      await rm(path, { force: true });
    }
  }

  async function open(name: string): Promise<Readable | null> {
    const { client, sdk } = await aws;
    const found = await readOrNull(() => client.send(new sdk.GetObjectCommand(toPlace(name))));
    if (!found) return null;
    const check = createCheck(name, found.Metadata?.['sha256']);
    // Its error ends `check`, whose reader reports it.
    pipeline(found.Body as Readable, check, () => {});
    return check;
  }

  const remove = async (name: string): Promise<void> => {
    const { client, sdk } = await aws;
    await client.send(new sdk.DeleteObjectCommand(toPlace(name))).catch(reportUnreachable);
  };

  async function* list(folder: string) {
    const { client, sdk } = await aws;
    const below = `${prefix}${folder}${folder === '' ? '' : '/'}`;
    let Marker: string | undefined;
    do {
      // The first version, whose pages begin after a key: every service has it.
      const page = await client
        .send(new sdk.ListObjectsCommand({ Bucket, Prefix: below, Marker }))
        .catch(reportUnreachable);
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        if (isHidden(Key.slice(below.length))) continue;
        const storedAt = LastModified ?? new Date(0);
        yield { name: Key.slice(prefix.length), bytes: Size, storedAt };
      }
      Marker = page.IsTruncated ? page.Contents?.at(-1)?.Key : undefined;
    } while (Marker);
  }

  return {
    async put(name, source) {
      if (source instanceof Readable) return sendStream(name, source);
      const written = { bytes: source.length, sha256: sha256Of(source) };
      await send(name, { ...written, body: source });
      return written;
    },
    async read(name) {
      const stream = await open(name);
      if (!stream) return null;
      try {
        return Buffer.concat(await stream.toArray());
      } catch (error) {
        throw new StoreUnreachable(error);
      }
    },
    open,
    async withFile(name, work) {
      const stream = await open(name);
      if (!stream) return false;
      await mkdir(incoming, { recursive: true });
      const path = join(incoming, randomUUID());
      try {
        await writeHashed(path, stream);
        await work(path);
      } finally {
        await rm(path, { force: true });
      }
      return true;
    },
    delete: remove,
    async deleteBelow(folder) {
      for await (const { name } of list(folder)) await remove(name);
    },
    list,
    async probe() {
      const bytes = Buffer.from('Written by Sachet to see whether the bucket can be written.\n');
      await send('.probe', { body: bytes, bytes: bytes.length, sha256: sha256Of(bytes) });
      return null;
    },
    probeLastsMs: 20_000,
    incoming,
  };
}

/** Loaded here, because an installation with a folder does not need it. */
async function loadSdk() {
  const sdk = await import('@aws-sdk/client-s3');
  return { sdk, client: createClient(sdk.S3Client) };
}

function createClient(Client: typeof S3Client): S3Client {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const isElsewhere = Boolean(AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL);
  return new Client({
    // Other services often have no host name for each bucket, and no regions.
    ...(isElsewhere && { forcePathStyle: true }),
    ...(isElsewhere && !AWS_REGION && !AWS_DEFAULT_REGION && { region: 'us-east-1' }),
    // Ours is sent with each object, and other services know only some of the SDK's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectWithinMs, socketTimeout: silentForMs },
  });
}

/** Passes bytes on, and fails at the end if their checksum is not the one that was stored with them. */
function createCheck(name: string, expected: string | undefined): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isWhole = expected === undefined || hash.digest('hex') === expected;
      done(isWhole ? null : new Error(`${name} was damaged: its checksum differs`));
    },
  });
}

async function readOrNull<T>(request: () => Promise<T>): Promise<T | null> {
  try {
    return await request();
  } catch (error) {
    const isMissing = readStatus(error) === 404 && (error as Error).name !== 'NoSuchBucket';
    if (isMissing) return null;
    throw new StoreUnreachable(error);
  }
}

function reportUnreachable(error: unknown): never {
  throw new StoreUnreachable(error);
}
