// `npm run pictures -- …`: verifies stored pictures, and deletes those without a row.
import { join } from 'node:path';
import { createKysely, createPool } from '@sachet/db/connect';
import {
  readStoredPicture,
  readStoredPictures,
  type StoredPicture,
} from '@sachet/db/studio/stored-pictures';
import { readChecksum, type ObjectStore } from '@sachet/adapters/images/objects';
import { openObjects } from '@sachet/adapters/images/open-objects';
import { findImageStoreProblem } from '@sachet/shared/configuration/image-store';
import { hourMs } from '@sachet/shared/time';
import { readOwnGiven, shareAwsVariables } from './environment.ts';
import { findOwnDatabase } from './own-database.ts';
import { localFolder } from '../../dev/local/places.ts';
import { complain, describe, Plain, say } from '../../dev/local/steps.ts';
import { endStopRequests, onStopRequest } from '../../dev/local/stopping.ts';

const usage = `usage: npm run pictures -- verify | remove-unknown [--confirm NUMBER]
  verify  reads every picture, compares it with its checksum, and lists missing, damaged and unknown ones
  remove-unknown
          lists the pictures without a row, as after a restore, and deletes none; with --confirm and their
          number, deletes them`;

const given = readOwnGiven();
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
    if (command === 'verify') await verify(db);
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
  const isKnown = ['verify', 'remove-unknown'].includes(command);
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
