// `npm run pictures -- …`: moves stored pictures between a folder and a bucket, and verifies them.
import { join } from 'node:path';
import { createKysely, createPool } from '@sachet/db/connect';
import {
  readStoredPicture,
  readStoredPictures,
  type StoredPicture,
} from '@sachet/db/studio/stored-pictures';
import { exportsFolder } from '@sachet/flows/export-files';
import { movePictures } from '@sachet/images/move';
import { readChecksum, type ObjectStore } from '@sachet/images/objects';
import { openObjects, openPlace } from '@sachet/images/open-objects';
import { findImageStoreProblem, parseImageStore } from '@sachet/shared/image-store';
import { readGiven, shareAwsVariables } from './environment.ts';
import { findOwnDatabase } from './own-database.ts';
import { localFolder, root } from '../local/places.ts';
import { complain, describe, Plain, say } from '../local/steps.ts';
import { endStopRequests, onStopRequest } from '../local/stopping.ts';

const usage = `usage: npm run pictures -- move | verify
  move    moves everything from the previous store to the new one: IMAGE_STORE names both, the new one first,
          such as s3://bucket/sachet,/data/images; started again, it continues
  verify  reads every picture, compares it with its checksum, and lists missing, damaged and unknown ones`;

const given = readGiven(process.env, join(root, '.env'));
const progressEveryMs = 2_000;
const progressEveryFiles = 100;
shareAwsVariables(given);
const stopping = new AbortController();
onStopRequest(() => stopping.abort());

try {
  const [command, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (command !== 'move' && command !== 'verify')) throw new Plain(usage);
  const database = await findOwnDatabase(given);
  const db = createKysely(createPool(database.connectionString, { max: 4 }));
  try {
    await (command === 'move' ? move(db) : verify(db));
  } finally {
    await db.destroy();
    await database.stop();
  }
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
}
endStopRequests();

function readSetting(): string {
  const setting = given['IMAGE_STORE'] ?? join(localFolder, 'images');
  const problem = findImageStoreProblem(setting);
  if (problem) throw new Plain(`IMAGE_STORE ${problem}.`);
  return setting;
}

type Db = ReturnType<typeof createKysely>;

async function move(db: Db): Promise<void> {
  const [to, from] = parseImageStore(readSetting());
  if (!from) throw new Plain(usage);
  const startedAtMs = performance.now();
  let saidAtMs = startedAtMs;
  const result = await movePictures({
    from: openPlace(from),
    to: openPlace(to),
    hiddenFolders: [exportsFolder],
    // Exported files have no row here: their copies are compared with the source.
    readExpected: async (name) => (await readStoredPicture(db, name))?.sha256,
    signal: stopping.signal,
    onProgress({ all, done, bytes }) {
      const isDue = performance.now() - saidAtMs >= progressEveryMs;
      if (!isDue && done % progressEveryFiles > 0) return;
      saidAtMs = performance.now();
      const perSecond = done / ((saidAtMs - startedAtMs) / 1_000);
      say(`${done} of ${all} files, ${toMegabytes(bytes)} MB, ${perSecond.toFixed(0)} a second`);
    },
  });
  const { all, done, bytes, damaged } = result;
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
  say(`${done} of ${all} files moved and verified, ${toMegabytes(bytes)} MB in ${seconds} s.`);
  for (const name of damaged) complain(`damaged, and left in the previous store: ${name}`);
  if (stopping.signal.aborted) say('Stopped. Start it again to continue.');
  if (damaged.length > 0 || stopping.signal.aborted) process.exitCode = 1;
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

async function verify(db: Db): Promise<void> {
  const store = openObjects(readSetting());
  const counts = { right: 0, wrong: 0 };
  for await (const { key, sha256 } of readAll(db)) {
    if (stopping.signal.aborted) throw new Plain('Stopped.');
    const problem = await findProblem(store, { key, sha256 });
    // A picture that was deleted in the meantime has no row any more.
    if (problem && (await readStoredPicture(db, key))) {
      complain(`${problem}: ${key}`);
      counts.wrong += 1;
    } else counts.right += 1;
  }
  let unknown = 0;
  for await (const { name } of store.list('')) {
    if (await readStoredPicture(db, name)) continue;
    unknown += 1;
    complain(`unknown, without a row: ${name}`);
  }
  say(
    `${counts.right} pictures are as they were stored, ${counts.wrong} are not, ${unknown} unknown.`,
  );
  if (counts.wrong > 0) process.exitCode = 1;
}

async function findProblem(
  store: ObjectStore,
  { key, sha256 }: Pick<StoredPicture, 'key' | 'sha256'>,
): Promise<'missing' | 'damaged' | undefined> {
  const found = await readChecksum(store, key).catch((error: Error) => {
    if (/was damaged/.test(error.message)) return 'damaged' as const;
    throw error;
  });
  if (found === null) return 'missing';
  return found !== 'damaged' && found.equals(sha256) ? undefined : 'damaged';
}

async function* readAll(db: Db): AsyncGenerator<StoredPicture> {
  const limit = 500;
  for (let after = ''; ;) {
    const page = await readStoredPictures(db, { after, limit });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    after = last.key;
  }
}
