// `backup …`: the backup service of docker-compose.yml, and what an operator does with backups.
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { findMissingFolder } from '@sachet/adapters/images/check-store';
import { openObjects } from '@sachet/adapters/images/open-objects';
import { createLog } from '@sachet/adapters/operations/log';
import { serveOperations } from '@sachet/adapters/operations/server';
import { describeOutside } from '@sachet/shared/configuration/describe-outside';
import { findImageStoreProblem, parseImageStore } from '@sachet/shared/configuration/image-store';
import { minuteMs, parseMoment } from '@sachet/shared/time';
import { parseBaseName } from './names.ts';
import { CannotRestore, restore } from './restore.ts';
import { runService } from './service.ts';
import { openReadableVault, openVault, UnreadableBackup } from './vault.ts';

const usage = `usage: backup key | run [--keep-days 14] | list
       backup restore --identity FILE [--to 2026-11-27T18:30:00+05:30] [--system ID] [--database-only]

key      makes the key pair: stores its public part beside the backups and prints the other one
run      stores WAL and pictures all the time, and a base backup each day
list     lists the base backups
restore  writes a backup into the empty folder of Postgres and the empty store of the pictures`;

/** Each look at a bucket lists all of it, which its owner pays for. */
const bucketEveryMs = 10 * minuteMs;
const folderEveryMs = 60_000;

/** Wrong usage; the text is for the operator. */
class Refused extends Error {}

const commands: Record<string, () => Promise<void>> = { run, list, key, restore: restoreBackup };

try {
  const [name = ''] = process.argv.splice(2, 1);
  const command = commands[name];
  if (!command) throw new Refused(usage);
  await command();
} catch (error) {
  const isPlain =
    error instanceof Refused ||
    error instanceof CannotRestore ||
    error instanceof UnreadableBackup ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  // Compose starts the service again until Postgres answers.
  console.error(isPlain ? (error as Error).message : (describeOutside(error) ?? error));
  process.exitCode = 1;
}

function required(name: string): string {
  const value = process.env[name]?.trim();
  if (!value) throw new Refused(`${name} is not set.`);
  return value;
}

function getFolder(): string {
  return required('BACKUP_FOLDER');
}

/** Contains the public key, which is not secret. */
function getRecipientFile(): string {
  return join(getFolder(), 'recipient.txt');
}

function getKeepDays(): number {
  const { values } = parseArgs({ options: { 'keep-days': { type: 'string', default: '14' } } });
  const days = Number(values['keep-days']);
  if (Number.isInteger(days) && days >= 1) return days;
  throw new Refused('--keep-days takes a number of days.');
}

function readImageStore(): string {
  const setting = required('IMAGE_STORE');
  const problem = findImageStoreProblem(setting);
  if (problem) throw new Refused(`IMAGE_STORE ${problem}.`);
  return setting;
}

async function run(): Promise<void> {
  const log = createLog('backup', process.env.LOG_LEVEL || 'info');
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stopping.abort());
  }
  const pictures = readImageStore();
  const missing = await findMissingFolder(parseImageStore(pictures));
  if (missing) throw new Refused(`IMAGE_STORE: the folder ${missing} does not exist.`);
  const service = {
    ownerUrl: required('DATABASE_OWNER_URL'),
    vault: await openOwnVault(),
    spool: required('BACKUP_SPOOL'),
    pictures: openObjects(pictures),
    picturesEveryMs: pictures.includes('s3://') ? bucketEveryMs : folderEveryMs,
    keepDays: getKeepDays(),
    log,
  };
  const operations = await serveOperations({
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.OPERATIONS_PORT || 0),
    isReady: async () => ({ ok: !stopping.signal.aborted }),
    refresh: [],
  });
  log.info({ url: operations.url }, 'backup service started');
  await runService(service, stopping.signal).finally(() => operations.close());
}

async function openOwnVault() {
  const file = getRecipientFile();
  const recipient = await readFile(file, 'utf8').catch(() => {
    throw new Refused(`${file} is missing. Make the key pair first: backup key`);
  });
  return openVault(getFolder(), recipient.trim());
}

async function list(): Promise<void> {
  const names = (await listBases()).map(parseBaseName);
  for (const { at, system } of names) console.log(`${at.toISOString()}  database ${system}`);
  if (names.length === 0) console.log('There is no backup here.');
}

async function listBases(): Promise<string[]> {
  return (await (await openOwnVault()).list('')).filter((name) => name.includes('/base/'));
}

async function key(): Promise<void> {
  const folder = getFolder();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const isForAnother = await access(getRecipientFile()).then(
    () => true,
    () => false,
  );
  // A picture is copied only once, so no restore with the new key could read it.
  const hasBackups = (await openVault(folder, recipient).list('')).length > 0;
  if (isForAnother || hasBackups) {
    throw new Refused(
      `${folder} has ${hasBackups ? 'backups' : 'a key'} already. If the private key is lost, stop the backup ` +
        `service, move everything in this folder elsewhere and make another pair; older backups cannot be read.`,
    );
  }
  await writeFile(getRecipientFile(), `${recipient}\n`, { flag: 'wx' });
  console.log('# Keep this file outside the installation. Without it no backup can be read.');
  console.log(`# public key: ${recipient}`);
  console.log(identity);
}

async function restoreBackup(): Promise<void> {
  const { values } = parseArgs({
    options: {
      identity: { type: 'string' },
      to: { type: 'string' },
      system: { type: 'string' },
      'database-only': { type: 'boolean', default: false },
    },
  });
  if (values.identity === undefined) throw new Refused(usage);
  const to = values.to === undefined ? undefined : parseMoment(values.to);
  if (to === null) {
    throw new Refused(
      `--to ${values.to} is not a moment with its offset: 2026-11-27T18:30:00+05:30`,
    );
  }
  if (to && to.getTime() > Date.now()) throw new Refused('--to is in the future.');
  const identity = await readIdentity(values.identity);
  await restore({
    vault: openReadableVault(getFolder(), identity),
    data: required('PGDATA'),
    pictures: values['database-only'] ? undefined : parseImageStore(readImageStore()),
    to,
    system: values.system,
    say: (text) => console.log(text),
  });
  console.log('Restored. Postgres recovers to the moment when it starts.');
}

/** Reads the private key of the pair. Its file may have comments, as that of `age-keygen` has. */
async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Refused(`${file} cannot be read: ${error.message}`);
  });
  const identity = text.split(/\r?\n/).find((line) => line.startsWith('AGE-SECRET-KEY-1'));
  if (!identity) throw new Refused(`${file} has no line AGE-SECRET-KEY-1…`);
  const recipient = await identityToRecipient(identity).catch(() => {
    throw new Refused(`${file} has an incomplete key.`);
  });
  const stored = await readFile(getRecipientFile(), 'utf8').catch(() => recipient);
  if (stored.trim() !== recipient) {
    throw new Refused(`${file} is of another pair than the key in ${getRecipientFile()}.`);
  }
  return identity;
}
