// `npm run pictures -- …`: moves stored pictures between a folder and a bucket, and verifies them.
import { join } from 'node:path';
import { createKysely, createPool } from '@sachet/db/connect';
import {
  readStoredPicture,
  readStoredPictures,
  type StoredPicture,
} from '@sachet/db/studio/stored-pictures';
import { exportsFolder } from '@sachet/flows/finance/export-files';
import { movePictures } from '@sachet/adapters/images/move';
import { readChecksum, type ObjectStore } from '@sachet/adapters/images/objects';
import { openObjects, openPlace } from '@sachet/adapters/images/open-objects';
import { findImageStoreProblem, parseImageStore } from '@sachet/shared/configuration/image-store';
import { hourMs } from '@sachet/shared/time';
import { readOwnGiven, shareAwsVariables } from './environment.ts';
import { findOwnDatabase } from './own-database.ts';
import { localFolder } from '../../dev/local/places.ts';
import { complain, describe, Plain, say } from '../../dev/local/steps.ts';
import { endStopRequests, onStopRequest } from '../../dev/local/stopping.ts';

const usage = `usage: npm run pictures -- move | verify | remove-unknown [--confirm NUMBER]
  move    moves everything from the previous store to the new one: IMAGE_STORE names both, the new one first,
          such as s3://bucket/sachet,/data/images; started again, it continues
  verify  reads every picture, compares it with its checksum, and lists missing, damaged and unknown ones
  remove-unknown
          lists the pictures without a row, as after a restore, and deletes none; with --confirm and their
          number, deletes them`;

const given = readOwnGiven();
const progressEveryMs = 2_000;
const progressEveryFiles = 100;
/** A picture is stored before its row, so a new one may get its row in the next moment. */
const settledAfterMs = hourMs;
shareAwsVariables(given);
const stopping = new AbortController();
onStopRequest(() => stopping.abort());

try {
  const [command = '', ...rest] = process.argv.slice(2);
  const confirmed = parseConfirmed(command, rest);
  const database = await findOwnDatabase(given);
  const db = createKysely(createPool(database.connectionString, { max: 4 }));
  try {
    if (command === 'move') await move(db);
    else if (command === 'verify') await verify(db);
    else await removeUnknown(db, confirmed);
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
  for await (const name of listUnknown(db, store)) {
    unknown += 1;
    complain(`unknown, without a row: ${name}`);
  }
  if (unknown > 0) say('`pictures remove-unknown` deletes the unknown ones, after a dry run.');
  say(
    `${counts.right} pictures are as they were stored, ${counts.wrong} are not, ${unknown} unknown.`,
  );
  if (counts.wrong > 0) process.exitCode = 1;
}

async function* listUnknown(db: Db, store: ObjectStore, forMs = 0): AsyncGenerator<string> {
  for await (const { name, storedAt } of store.list('')) {
    if (Date.now() - storedAt.getTime() < forMs) continue;
    if (!(await readStoredPicture(db, name))) yield name;
  }
}

/** The number after `--confirm`, or null without it. */
function parseConfirmed(command: string, rest: string[]): number | null {
  const isKnown = ['move', 'verify', 'remove-unknown'].includes(command);
  if (isKnown && rest.length === 0) return null;
  const [option, number = '', ...more] = rest;
  const isConfirmed = option === '--confirm' && /^\d+$/.test(number) && more.length === 0;
  if (command === 'remove-unknown' && isConfirmed) return Number(number);
  throw new Plain(usage);
}

async function removeUnknown(db: Db, confirmed: number | null): Promise<void> {
  const store = openObjects(readSetting());
  const names: string[] = [];
  for await (const name of listUnknown(db, store, settledAfterMs)) names.push(name);
  if (names.length === 0) return say('No picture has been without a row for an hour.');
  if (confirmed !== names.length) {
    for (const name of names) say(name);
    const differs = confirmed === null ? '' : `, not ${confirmed}`;
    say(
      `${names.length} pictures are without a row${differs}. Nothing was deleted. ` +
        `Delete them with \`pictures remove-unknown --confirm ${names.length}\`.`,
    );
    if (confirmed !== null) process.exitCode = 1;
    return;
  }
  let deleted = 0;
  for (const name of names) {
    if (stopping.signal.aborted) break;
    if (await readStoredPicture(db, name)) continue;
    await store.delete(name);
    deleted += 1;
  }
  say(`${deleted} pictures without a row were deleted.`);
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
