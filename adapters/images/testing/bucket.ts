// A server that speaks S3, with one bucket, whose objects are files of a folder.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type S3rver from '@20minutes/s3rver';

export interface TestBucket {
  /** The value of IMAGE_STORE. */
  readonly store: string;
  readonly folder: string;
  /** The variables with which the SDK finds the server. */
  readonly env: Record<string, string>;
  /** Ends the server; its objects stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const name = 'pictures';

/**
 * Pages of a listing need the order of names. The server takes the order of the disk, and fails if a file is
 * deleted while it looks; both are corrected here.
 */
function* walk(folder: string, mayEnter?: (folder: string) => boolean): Generator<string> {
  const entries = readEntries(folder).map((entry) => ({
    path: `${folder}/${entry.name}`,
    isFolder: entry.isDirectory(),
  }));
  const toOrder = ({ path, isFolder }: { path: string; isFolder: boolean }) =>
    isFolder ? `${path}/` : path;
  for (const entry of entries.toSorted((a, b) => (toOrder(a) < toOrder(b) ? -1 : 1))) {
    if (!entry.isFolder) yield entry.path;
    else if (!mayEnter || mayEnter(entry.path)) yield* walk(entry.path, mayEnter);
  }
}

function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const load = createRequire(import.meta.url);

export async function startBucket(): Promise<TestBucket> {
  const folder = mkdtempSync(join(tmpdir(), 'sachet-bucket-'));
  (load('@20minutes/s3rver/lib/utils') as { walk: typeof walk }).walk = walk;
  const Server = load('@20minutes/s3rver') as typeof S3rver;
  let port = 0;
  let server: S3rver | undefined;
  const start = async () => {
    // It signs a listing of a folder in another way than the SDK.
    const isLenient = { silent: true, allowMismatchedSignatures: true };
    const place = { address: '127.0.0.1', port, directory: folder };
    server = new Server({ ...isLenient, ...place, configureBuckets: [{ name }] });
    ({ port } = await server.run());
  };
  const stop = async () => {
    await server?.close();
    server = undefined;
  };
  await start();
  return {
    store: `s3://${name}/studio`,
    folder: join(folder, name, 'studio'),
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'ap-south-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop,
    start,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
