// `npm start`: starts every part of Sachet on this machine, and stops all of them again.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate, SchemaMismatch } from '@sachet/db/migrate';
import { parseCreditsLimit } from '@sachet/shared/configuration/environment';
import { lastLines } from './children.ts';
import { makePlan, type Plan, readGiven } from '../../ops/cli/environment.ts';
import { createLifecycle, Stopped } from './lifecycle.ts';
import { localFolder, root } from './places.ts';
import { parsePort, requirePort } from './ports.ts';
import { removeReachableFolder } from './postgres-account.ts';
import { takeRunLock } from './run-lock.ts';
import { seed } from '../../ops/cli/seed.ts';
import {
  describeEnd,
  describeMismatch,
  describeWrongOption,
  toResetLines,
  toWelcomeLines,
} from './start-messages.ts';
import { complain, describe, Plain, say, seconds, step } from './steps.ts';
import { onStopRequest } from './stopping.ts';
import { startServers, startStandIns, studioUrl } from './studio.ts';
import { buildWeb, webIsCurrent } from './web-build.ts';

const lifecycle = createLifecycle();
let release = () => {};

async function end(code: number): Promise<never> {
  await lifecycle.stopAll();
  release();
  process.exit(code);
}

onStopRequest(() => {
  say('\nStopping…');
  const began = Date.now();
  void lifecycle.stopAll().then(() => {
    say(`Stopped after ${seconds(Date.now() - began)}.`);
    return end(0);
  });
});

try {
  await main();
} catch (error) {
  if (!(error instanceof Stopped) && !lifecycle.isStopping()) {
    complain(`\n${describe(error)}\n`);
    await end(1);
  }
}

async function main(): Promise<void> {
  const began = Date.now();
  const { reset } = parseOptions();
  const plan = makePlan(readGiven(process.env, join(root, '.env')));
  const port = parsePort(plan.given.PORT, 3000);
  const url = studioUrl(port);
  say('\nStarting Sachet');
  const lock = await takeRunLock(join(localFolder, 'run.json'), url, say);
  release = lock.release;
  await requirePort(port);
  if (reset) forget(plan);
  keepPreviousLogs();

  const context = { plan, lifecycle, lock, fail };
  const [standIns] = await Promise.all([
    startStandIns(context),
    webIsCurrent() ? undefined : step('Client built', buildWeb),
  ]);
  await step('Database up to date', () =>
    migrate({ ...standIns.database, creditsLimitPaise: parseCreditsLimit(plan.given) }),
  ).catch((error: unknown) => {
    throw error instanceof SchemaMismatch ? new Plain(describeMismatch(plan)) : error;
  });
  await step('API and worker', () => startServers(context, standIns, port));
  const { firebase } = standIns.addresses;
  if (firebase) {
    const target = { apiUrl: url, projectId: firebase.projectId, emulatorHost: firebase.host };
    await step('Demo accounts', () => seed(target));
  }
  if (lifecycle.isStopping()) return;
  const { inboxUrl } = standIns.addresses;
  for (const line of toWelcomeLines(plan, url, inboxUrl, Date.now() - began)) say(line);
}

function parseOptions(): { reset: boolean } {
  try {
    const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
    return values;
  } catch (error) {
    throw new Plain(describeWrongOption(error as Error));
  }
}

/** `--reset` deletes the data that this clone keeps. A database of the user's own is never touched. */
function forget(plan: Plan): void {
  removeReachableFolder(join(localFolder, 'postgres'));
  for (const name of ['auth', 'images', 'secrets.json', 'ports.json']) {
    rmSync(join(localFolder, name), { recursive: true, force: true });
  }
  for (const line of toResetLines(plan)) say(line);
}

function keepPreviousLogs(): void {
  const logs = join(localFolder, 'logs');
  rmSync(`${logs}.previous`, { recursive: true, force: true });
  if (existsSync(logs)) renameSync(logs, `${logs}.previous`);
}

/** A required part has ended: report why, and stop the rest in order. */
function fail(name: string, logFile: string): void {
  if (lifecycle.isStopping()) return;
  complain(describeEnd(name, logFile, lastLines(logFile)));
  void end(1);
}
