// `npm test [-- filters and options of vitest]`: starts the parts that the tests need, runs the tests, and
// stops everything again. `TEST_STACK=containers` takes Postgres and Redis from Docker.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@sachet/db/migrate';
import { drawRoughly } from '../sandbox/drawing.ts';
import { startGeminiSandbox } from '../sandbox/gemini.ts';
import { startOpenAiSandbox } from '../sandbox/openai.ts';
import { unmountBelow } from '../../adapters/images/testing/disk.ts';
import {
  changedFiles,
  choiceLine,
  chooseTests,
  keepTimes,
  readTests,
  readTimes,
} from './changed-tests.ts';
import { browsers, ensureDebianPackages, findProgram } from './debian-packages.ts';
import { startAuthEmulator } from './emulator.ts';
import { startOnFirstUse } from './first-use.ts';
import {
  composeDemo,
  findCompose,
  hasDocker,
  removeLeftContainers,
  toTestProject,
} from './docker.ts';
import { createLifecycle, Stopped } from './lifecycle.ts';
import { localFolder, root } from './places.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { removeReachableFolder } from './postgres-account.ts';
import { endGroup, endProcess, guard, isAlive } from './processes.ts';
import { startRedis } from './redis.ts';
import { findScratchParent, scratchParents } from './scratch.ts';
import { complain, describe, say, seconds, step } from './steps.ts';
import { onStopRequest } from './stopping.ts';
import { findLongest, readTotals, totalsLine } from './test-report.ts';
import { bundleFolder, bundleServers } from './testing/bundle-servers.ts';
import { buildWeb, webIsCurrent } from './web-build.ts';

/** `npm test -- integration`: every test except those in a browser. */
const integration = '--project=unit+integration';
const args = toVitestArguments(process.argv.slice(2));
const projectId = 'demo-sachet-test';
const lifecycle = createLifecycle();
const folder = join(findScratchParent(), `sachet-test-${process.pid}`);
const logs = join(localFolder, 'test-logs', String(process.pid));
const report = join(folder, 'report.json');
const servers = join(bundleFolder, String(process.pid));
let vitest: ChildProcess | undefined;
let stopping = false;

onStopRequest((signal) => {
  stopping = true;
  say('\nStopping…');
  void tidyUp().then(() => process.exit(signal === 'SIGTERM' ? 143 : 130));
});

try {
  const code = await main();
  await tidyUp();
  // After a Ctrl-C, the handler above ends the process.
  if (!stopping) process.exit(code);
} catch (error) {
  if (!(error instanceof Stopped) && !stopping) {
    complain(`\n${describe(error)}\n`);
    await tidyUp();
    process.exit(1);
  }
}

async function main(): Promise<number> {
  const began = Date.now();
  removeLeftovers();
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  mkdirSync(logs, { recursive: true });
  const journeys = mayInclude('e2e', args);
  const smoke = isSmokeTest(args);
  await ensureDebianPackages({
    browser: journeys || smoke || mayInclude('web', args),
    front: process.env.CHAOS !== undefined,
  });
  const env = {
    ...(await startWhatTestsNeed(journeys)),
    ...(smoke ? await prepareSmokeTest() : {}),
  };
  say(`  Ready for the tests after ${seconds(Date.now() - began)}.`);
  const code = await runVitest(env);
  if (stopping) return 130;
  const totals = readTotals(report, code);
  keepTimes(totals.times);
  if (totals.failed > 0) say(`The servers’ logs of this run: ${logs}`);
  const longest = findLongest(totals);
  if (longest.length > 0) say('\nThe files that took longest:');
  for (const { file, ms } of longest) say(`  ${seconds(ms).padStart(7)} ${file}`);
  say(`\n${totalsLine(totals)}`);
  return totals.failed > 0 ? code || 1 : code;
}

/** Turns `--changed` and `--changed=main` into the tests that are close to what has changed. */
function toVitestArguments(given: string[]): string[] {
  const option = given.find((arg) => /^--changed(=|$)/.test(arg));
  if (!option) {
    return ['run', ...given.map((arg) => (arg === 'integration' ? integration : arg))];
  }
  const choice = chooseTests(changedFiles(option.split('=')[1]), readTests(), readTimes());
  say(choiceLine(choice));
  if (choice.chosen.length === 0) process.exit(0);
  return ['run', ...choice.chosen, ...given.filter((arg) => arg !== option)];
}

/** Only for `npm test -- compose`: the demo profile in containers takes minutes. */
function isSmokeTest(given: string[]): boolean {
  return given.slice(1).includes('compose');
}

async function prepareSmokeTest(): Promise<Record<string, string>> {
  if (!hasDocker() || !findCompose()) {
    say('  Docker with Compose does not answer, so the demo in containers is not tested.');
    return {};
  }
  await removeLeftContainers();
  const project = toTestProject(process.pid);
  await lifecycle.start('server', async () => ({
    stop: async () => void (await composeDemo(project, ['down', '-v', '--timeout', '10'])),
  }));
  return { TEST_COMPOSE_PROJECT: project };
}

/** `npm test -- db` needs neither a browser nor the built client; `npm test -- web` only a browser. */
function mayInclude(room: 'e2e' | 'web', given: string[]): boolean {
  if (room === 'e2e' && given.some((arg) => /^--project[= ]?!e2e/.test(arg))) return false;
  const filters = given.slice(1).filter((arg) => !arg.startsWith('-'));
  return filters.length === 0 || filters.some((filter) => filter.includes(room));
}

async function startWhatTestsNeed(journeys: boolean): Promise<Record<string, string>> {
  drawRoughly();
  const containers = await findContainers();
  const emulator = await startOnFirstUse(startEmulator);
  // For a few files, bundling the servers takes longer than starting them from source.
  const isWorthBundling = args.length === 1 || args.length > 4;
  const [database, redis, openai, gemini] = await Promise.all([
    step(`PostgreSQL with a migrated template${containers ? ', in a container' : ''}`, () =>
      startDatabase(containers?.startPostgresContainer ?? startEmbeddedPostgres),
    ),
    containers
      ? step('Redis, in a container', () =>
          lifecycle.start('database', containers.startRedisContainer),
        )
      : findProgram(['redis-server'])
        ? step('Redis', startCache)
        : undefined,
    lifecycle.start('sandbox', async () => stoppable(await startOpenAiSandbox())),
    lifecycle.start('sandbox', async () => stoppable(await startGeminiSandbox())),
    journeys && !webIsCurrent() ? step('Client built', buildWeb) : undefined,
    isWorthBundling ? step('Servers bundled', () => bundleServers(servers)) : undefined,
  ]);
  const chromium = findProgram(browsers);
  return {
    TEST_DATABASE_OWNER_URL: database.ownerUrl('sachet_template'),
    TEST_DATABASE_APP_URL: database.appUrl('sachet_template'),
    TEST_AUTH_EMULATOR_HOST: `127.0.0.1:${emulator.port}`,
    TEST_PROJECT_ID: projectId,
    TEST_OPENAI_URL: openai.url,
    TEST_GEMINI_URL: gemini.url,
    // A run starts the same programs hundreds of times: compiled code is cached for the next start.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    TEST_FOLDER: folder,
    TEST_LOG_FOLDER: logs,
    ...(isWorthBundling ? { TEST_SERVERS_FOLDER: servers } : {}),
    ...(redis ? { TEST_REDIS_URL: redis.url } : {}),
    ...(chromium ? { TEST_CHROMIUM: chromium } : {}),
  };
}

/** Started only on first use: it takes both cores three seconds, and `npm test -- db` does not need it. */
async function startEmulator(): Promise<number> {
  const { port } = await lifecycle.start('emulator', (signal) =>
    startAuthEmulator({ projectId, logFile: join(logs, 'emulator.log'), signal }),
  );
  return port;
}

/** The parts of `TEST_STACK=containers`, if Docker and the images are available. */
async function findContainers(): Promise<
  typeof import('./testing/containers.ts').containers | undefined
> {
  if (process.env.TEST_STACK !== 'containers') return undefined;
  const { containers } = await import('./testing/containers.ts');
  const why = containers.whyNoContainers();
  if (why === undefined) {
    await removeLeftContainers();
    return containers;
  }
  say(`  TEST_STACK=containers: ${why}. Postgres and Redis are the embedded ones.`);
  return undefined;
}

function startEmbeddedPostgres(): Promise<TestPostgres> {
  return startPostgres({ folder: join(folder, 'postgres'), fsync: false });
}

async function startDatabase(start: () => Promise<TestPostgres>) {
  const postgres = await lifecycle.start('database', start);
  await postgres.createDatabase('sachet_template');
  await migrate({
    ownerUrl: postgres.ownerUrl('sachet_template'),
    appUrl: postgres.appUrl('sachet_template'),
  });
  return postgres;
}

function startCache() {
  return lifecycle.start('database', () =>
    startRedis({ folder, logFile: join(logs, 'redis.log') }),
  );
}

function stoppable<T extends { close(): unknown }>(server: T): T & { stop(): Promise<void> } {
  return Object.assign(server, { stop: async () => void (await server.close()) });
}

function runVitest(env: Record<string, string>): Promise<number> {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return new Promise((done, fail) => {
    vitest = spawn(process.execPath, [program, ...args, ...reporters], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'test', ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A separate process group, so that the stop reaches its workers and their servers too.
      detached: true,
    });
    guard(vitest, 'SIGTERM');
    vitest.once('error', fail);
    vitest.once('exit', (code) => done(code ?? 1));
  });
}

async function tidyUp(): Promise<void> {
  if (vitest?.pid && vitest.exitCode === null && vitest.signalCode === null) {
    await endProcess(vitest.pid, ['SIGTERM', 'SIGKILL'], 4_000);
  }
  // All leftovers of a worker belong to the same group.
  if (vitest?.pid) endGroup(vitest.pid);
  await lifecycle.stopAll();
  removeReachableFolder(join(folder, 'postgres'));
  unmountBelow(folder);
  rmSync(folder, { recursive: true, force: true });
  rmSync(servers, { recursive: true, force: true });
}

/** Deletes the leftovers of killed runs. */
function removeLeftovers(): void {
  for (const [parent, pattern] of [
    ...scratchParents.map((parent) => [parent, /^sachet-test-(\d+)$/] as const),
    [join(localFolder, 'test-logs'), /^(\d+)$/],
    [bundleFolder, /^(\d+)$/],
  ] as const) {
    mkdirSync(parent, { recursive: true });
    for (const name of readdirSync(parent)) {
      const pid = pattern.exec(name)?.[1];
      if (!pid || isAlive(Number(pid))) continue;
      try {
        rmSync(join(parent, name), { recursive: true, force: true });
      } catch {
        // Another user's folder, which only that user may delete.
      }
    }
  }
}
