// `backup …`: the backup service of docker-compose.yml, and what an operator does with backups.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { createLog } from '@sachet/operations/log';
import { serveOperations } from '@sachet/operations/server';
import { parseBaseName } from './names.ts';
import { CannotRestore, restore } from './restore.ts';
import { runService } from './service.ts';
import { openReadableVault, openVault } from './vault.ts';

const usage = `usage: backup key | run [--keep-days 14] | list
       backup restore --identity FILE [--to 2026-11-27T18:30:00+05:30] [--system ID] [--database-only]

key      makes the key pair: stores its public part beside the backups and prints the other one
run      stores WAL and pictures all the time, and a base backup each day
list     lists the base backups
restore  writes a backup into the empty folders of Postgres and of the pictures`;

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
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isPlain ? (error as Error).message : error);
  process.exitCode = 1;
}

function required(name: string): string {
  const value = process.env[name]?.trim();
  if (!value) throw new Refused(`${name} is not set.`);
  return value;
}

const getFolder = () => required('BACKUP_FOLDER');
/** Contains the public key, which is not secret. */
const getRecipientFile = () => join(getFolder(), 'recipient.txt');

function getKeepDays(): number {
  const { values } = parseArgs({ options: { 'keep-days': { type: 'string', default: '14' } } });
  const days = Number(values['keep-days']);
  if (Number.isInteger(days) && days >= 1) return days;
  throw new Refused('--keep-days takes a number of days.');
}

async function run(): Promise<void> {
  const log = createLog('backup', process.env.LOG_LEVEL || 'info');
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stopping.abort());
  }
  const service = {
    ownerUrl: required('DATABASE_OWNER_URL'),
    vault: await openOwnVault(),
    spool: required('BACKUP_SPOOL'),
    pictures: required('IMAGE_FOLDER'),
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
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  await writeFile(getRecipientFile(), `${recipient}\n`, { flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Refused(`${getRecipientFile()} exists: backups are already encrypted for it.`);
  });
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
  const to = values.to === undefined ? undefined : new Date(values.to);
  if (to && Number.isNaN(to.getTime())) throw new Refused(`--to ${values.to} is not a moment.`);
  if (to && to.getTime() > Date.now()) throw new Refused('--to is in the future.');
  const identity = readIdentity(await readFile(values.identity, 'utf8'));
  if (!identity) throw new Refused(`${values.identity} has no line AGE-SECRET-KEY-1…`);
  await restore({
    vault: openReadableVault(getFolder(), identity),
    data: required('PGDATA'),
    pictures: values['database-only'] ? undefined : required('IMAGE_FOLDER'),
    to,
    system: values.system,
    say: (text) => console.log(text),
  });
  console.log('Restored. Postgres recovers to the moment when it starts.');
}

/** The file may have comments, as that of `age-keygen` has. */
function readIdentity(text: string): string | undefined {
  return text.split(/\r?\n/).find((line) => line.startsWith('AGE-SECRET-KEY-1'));
}
