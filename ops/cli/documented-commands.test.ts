// Runs the commands that the documents name, in their order, on a separate database.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createKysely, createPool } from '@sachet/db/connect';
import { takeCheckpoint } from '@sachet/db/ledger/checkpoint';
import { createLedger } from '@sachet/db/ledger/ledger';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { openWallet } from '@sachet/db/wallet/wallets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../dev/local/places.ts';
import { coordinate, redisUrl } from '../../dev/local/testing/coordinates.ts';
import { createTestDatabase, type TestDatabase } from '../../dev/local/testing/database.ts';
import { soaks } from '../../dev/tools/soaks.ts';
import { runProgram } from './testing/programs.ts';

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  // Restores and upgrades are read from the operations manual, which comes first.
  'docs/operations.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'operations.md')
    .map((name) => `docs/${name}`),
];

interface Command {
  readonly page: string;
  readonly text: string;
}

/** The lines of code blocks that are commands, and commands in the text. */
function findCommands(page: string): Command[] {
  const text = readFileSync(join(root, page), 'utf8');
  const lines: string[] = [];
  for (const [, language, block] of text.matchAll(/^```(\w*)\n(.*?)^```/gms)) {
    const joined = block!.replace(/\\\n\s*/g, '');
    if (language === 'sh') lines.push(...joined.split('\n'));
    // A session: what follows `$` is a command, the rest its output.
    else lines.push(...[...joined.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line!));
  }
  const prose = text.replace(/^```.*?^```/gms, '');
  const inline =
    /`((?:npm (?:run|test|start)|docker compose|ops\/deploy\/rolling-restart|node dev\/bench\/)[^`]*)`/g;
  lines.push(...[...prose.matchAll(inline)].map(([, line]) => line!));
  return lines
    .flatMap((line) => line.replace(/\s+#.*$|^#.*$/, '').split(/ && (?![^']*'$)/))
    .map((line) => ({ page, text: line.trim() }))
    .filter((command) => command.text !== '');
}

const commands = pages.flatMap((page) => findCommands(page));

const tool = '(ledger|db|admin|pictures|doctor|backup)';
const ownTool = new RegExp(
  `^(?:npm run (?:-s )?${tool}(?: -- (?!COMMAND$)|$)|docker compose run --rm (?:-T )?(?:-v \\S+ )?(?:migrate |worker )?${tool}(?: |$))(.*)$`,
);

/** Commands of other programs, and those that need more than a database. */
const notRun: readonly [pattern: RegExp, reason: string][] = [
  [
    /^(PORT=\d+ )?docker compose( |$)/,
    'needs Docker; its services, profiles and files are compared',
  ],
  [/^docker buildx /, 'asks a registry'],
  [/^ops\/deploy\/rolling-restart/, 'needs Docker'],
  [/^(PORT=\d+ )?npm run (bench|soak)( |$)/, 'takes minutes; its name is compared'],
  [/^npm (start|test)( |$)/, 'dev/local/lifecycle.test.ts starts it, and this is a test'],
  [/^npm run (check|examples|models|docs:configuration)( |$)/, 'is part of a check, or needs keys'],
  [/^npm run ledger -- COMMAND$/, 'a placeholder'],
  [/^(git |export |mkdir |printf |chmod |sed |line=|\$EDITOR )/, 'changes files of the operator'],
  [/^(curl|python3) /, 'db/ledger/verify-export.test.ts runs the auditor'],
  [/^rclone /, 'another program, which is not installed here'],
];

/** Commands of our tools that need a restore or a second login, with the test that runs them. */
const runElsewhere: readonly [start: string, test: string][] = [
  ['ledger restored ', 'ops/backup/drill.test.ts'],
  ['backup restore ', 'ops/backup/drill.test.ts'],
  ['db drop-login ', 'ops/cli/db.test.ts'],
];

/** The walkthrough is one script for a running studio. */
const scripts = ['docs/api.md'];

/** Commands whose answer is not 0 on this database. */
const exitCodes: Record<string, number> = {
  // No one here has the address.
  'admin grant EMAIL': 1,
  'admin grant EMAIL --role finance': 1,
  'admin revoke EMAIL': 1,
  // The document shows the refusal.
  'ledger receipt wal_ravi 6': 1,
};

let database: TestDatabase;
let folder: string;
let env: NodeJS.ProcessEnv;
let wallet: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(coordinate('TEST_FOLDER'), 'commands-'));
  for (const name of ['images', 'backups']) mkdirSync(join(folder, name));
  env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    QUEUE_URL: redisUrl(),
    IMAGE_STORE: join(folder, 'images'),
    BACKUP_FOLDER: join(folder, 'backups'),
    OPENAI_API_KEY: 'sk-one',
    GEMINI_API_KEY: 'key-two',
    SIGNING_SECRET: 'k2Vw9sQz-signing-0123456789-aBcDeF',
    LEDGER_SIGNING_KEY: 'p7Xm4tRy-ledger-0123456789-gHiJkL',
    PUBLIC_URL: 'https://sachet.example',
    FIREBASE_PROJECT_ID: 'sachet',
    FIREBASE_API_KEY: 'web-key',
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      project_id: 'sachet',
      client_email: 'a@sachet.example',
      private_key: '-----BEGIN PRIVATE KEY-----\nMIIE',
    }),
  };
  const pool = createPool(database.ownerUrl, { max: 1 });
  const ledger = createLedger({ connectionString: database.appUrl });
  try {
    wallet = await openWallet(createKysely(pool), { kind: 'user', id: 'someone' });
    for (const idempotencyKey of ['1', '2', '3', '4']) {
      const credited = { type: 'AdjustByAdmin', amountPaise: 100, reason: 'an apology' } as const;
      await ledger.append({ ...credited, walletId: wallet, idempotencyKey, actor: 'worker' });
    }
    await takeCheckpoint(pool, readSigningKey(env['LEDGER_SIGNING_KEY']!));
  } finally {
    await ledger.close();
    await pool.end();
  }
});
afterAll(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one of our tools in a separate folder; files that a document names are made there. */
async function run(line: string) {
  const args = line.split(' ').map((word) => (word === 'wal_asha' ? wallet : word));
  const { code, out, err } = await runProgram('ops/cli/container.ts', args, { env, cwd: folder });
  return { code, said: out + err };
}

test('every command that a document names is run, or is in the list of those that are not', () => {
  const unknown = commands.filter(
    ({ page, text }) =>
      !scripts.includes(page) &&
      !ownTool.test(text) &&
      !notRun.some(([pattern]) => pattern.test(text)),
  );
  expect(unknown).toEqual([]);
  const unused = notRun.filter(([pattern]) => !commands.some(({ text }) => pattern.test(text)));
  expect(unused).toEqual([]);
});

test('every command of our tools does what the documents say', async () => {
  const lines = commands.flatMap(({ text }) => {
    const [, local, there, rest] = ownTool.exec(text) ?? [];
    const line = `${local ?? there} ${rest}`.replace(/ [<>].*$/, '').trim();
    const isElsewhere = runElsewhere.some(([start]) => `${line} `.startsWith(start));
    return (local || there) && !isElsewhere ? [line] : [];
  });
  expect(lines.length).toBeGreaterThan(20);
  // The documents' own order, except that a saved checkpoint exists before it is compared.
  await run('ledger checkpoint --file checkpoint-1.json');
  const faults: unknown[] = [];
  for (const line of new Set(lines)) {
    const { code, said } = await run(line);
    // A stack is not a message, and the usage is not an answer.
    const isWrong = code !== (exitCodes[line] ?? 0) || /\n {4}at |^usage:/.test(said);
    if (isWrong) faults.push({ line, code, said });
  }
  expect(faults).toEqual([]);
});

test('every service and profile of Compose that a document names exists', () => {
  const files = ['docker-compose.yml', 'docker-compose.tls.yml', 'docker-compose.external.yml'];
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const services = new Set([...text.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name!));
  const faults: unknown[] = [];
  for (const { page, text: line } of commands) {
    const [, options, verb, rest] =
      /^(?:[A-Z]+=\S+ )*docker compose ((?:-f \S+ |--profile \S+ )*)(\w+) ?(.*)$/.exec(line) ?? [];
    if (verb === undefined) continue;
    const isOne = ['run', 'exec'].includes(verb);
    const words = rest!
      .replace(/ [<>].*$/, '')
      .replace(/-v \S+ |--scale \S+/g, '')
      .split(' ')
      .filter((word) => word !== '' && !word.startsWith('-') && word !== '…');
    const named = isOne ? words.slice(0, 1) : words;
    const unknown = named.filter((name) => !services.has(name));
    const profiles = [...options!.matchAll(/--profile ([a-z-]+)/g)].map(([, name]) => name!);
    const noProfile = profiles.filter((name) => !text.includes(`profiles: [${name}]`));
    const noFile = [...options!.matchAll(/-f (\S+)/g)].filter(
      ([, f]) => !existsSync(join(root, f!)),
    );
    if (unknown.length + noProfile.length + noFile.length > 0) faults.push({ page, line });
  }
  expect(faults).toEqual([]);
});

test('no documented command reduces the number of servers that another started', () => {
  const start = /^(?:[A-Z]+=\S+ )*docker compose (?:-f \S+ |--profile (?!demo)\S+ )*up /;
  const ups = commands.filter(({ text }) => start.test(text));
  expect(ups.length).toBeGreaterThan(5);
  const namesService = / up (?:-\S+ )*[a-z]+$/;
  const faults = ups.filter(
    ({ text }) =>
      !namesService.test(text) &&
      !(text.includes('--scale api=') && text.includes('--scale worker=')),
  );
  expect(faults).toEqual([]);
});

test('every benchmark and soak that a document names exists', () => {
  const missing = commands.filter(({ text }) => {
    const [, kind, names = ''] = /npm run (bench|soak) -- ([a-z| -]*?)(?: --.*)?$/.exec(text) ?? [];
    return names
      .split(' ')
      .filter((name) => name !== '--short')
      .some((name) =>
        kind === 'bench'
          ? !existsSync(join(root, 'dev', 'bench', `${name}.ts`))
          : kind === 'soak' && !soaks.some((soak) => soak.name === name),
      );
  });
  expect(missing).toEqual([]);
});
