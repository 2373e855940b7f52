// A stack and a connection to its books, for tests that are not about limits.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Limits } from '@sachet/shared/configuration/limits';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { startStack, type Stack, type StackOptions } from '../../dev/local/testing/stack.ts';
import { openBooks, type Books } from './books.ts';
import { startGate, type Gate } from './gate.ts';

export const signingSecret = 'a-signing-secret-for-tests-only';

const plenty: Partial<Limits> = {
  requestsPerMinute: 100_000,
  adminRequestsPerMinute: 100_000,
  anonymousRequestsPerMinute: 100_000,
  imageRequestsPerMinute: 100_000,
  webhooksPerMinute: 100_000,
  probesPerMinute: 100_000,
  reportsPerMinute: 100_000,
  badTokensPerMinute: 100_000,
  eventStreamsPerUser: 1_000,
  openOrders: 1_000,
  generationsPerMinute: 10_000,
  previewsPerDay: 10_000,
  uploadsPerDay: 10_000,
  uploadMegabytesPerDay: 100_000,
  chatRepliesPerMinute: 10_000,
  chatRepliesAtOnce: 1_000,
  freeRepliesPerDay: 10_000,
  inviteMailsPerOrganization: 10_000,
  inviteMailsPerInviter: 10_000,
  unverifiedSpendingRupeesPerDay: 1_000_000,
  verifiedBonusRupeesPerDay: 10_000_000,
};

/**
 * Short periods for sweeps and stalled jobs, so that tests need not wait for minutes. At 250 ms between sweeps,
 * the worker and Postgres use a third of a core even when nothing happens.
 */
export const impatient = {
  sweepEveryMs: 500,
  workerLockMs: 1_000,
  undoDeleteMs: 0,
} as const satisfies Partial<Limits>;

export interface OpenStack {
  readonly stack: Stack;
  readonly books: Books;
  /** The folder of the servers' images. */
  readonly imageFolder: string;
  stop(): Promise<void>;
}

export async function openStack(options: StackOptions = {}): Promise<OpenStack> {
  const imageFolder = mkdtempSync(join(coordinate('TEST_FOLDER'), 'images-'));
  const stack = await startStack({
    ...options,
    env: {
      LOG_LEVEL: 'warn',
      SIGNING_SECRET: signingSecret,
      IMAGE_STORE: imageFolder,
      ...options.env,
    },
    limits: { ...plenty, ...options.limits },
  });
  const books = openBooks(stack.database);
  return {
    stack,
    books,
    imageFolder,
    async stop() {
      await books.close();
      await stack.stop();
    },
  };
}

export interface SharedStack extends OpenStack {
  /** All requests of the servers to their providers pass through these gates. */
  readonly gates: { readonly google: Gate; readonly openai: Gate };
}

let shared: Promise<SharedStack> | undefined;

/**
 * Returns the one stack of this test process, which its files share one after another, because starting one takes
 * longer than most files. It is for tests that need no special settings, database or queue. Each file uses its own
 * customers and must leave neither an open hold nor a changed catalogue; `stop` leaves the stack running, and throws
 * when the books are inconsistent. The stack ends with the process.
 */
export function shareStack(): Promise<SharedStack> {
  shared ??= openSharedStack();
  // After a failure the next caller tries again.
  shared.catch(() => (shared = undefined));
  return shared;
}

let other: Promise<OpenStack> | undefined;

/**
 * Returns the shared stack and a second API process on its database, for tests of two processes.
 * The files of this test process share both, under the same conditions.
 */
export async function shareTwoProcesses(): Promise<readonly [SharedStack, OpenStack]> {
  const open = await shareStack();
  other ??= openOtherProcess(open);
  // After a failure the next caller tries again.
  other.catch(() => (other = undefined));
  return [open, await other];
}

function openOtherProcess({ stack, gates, imageFolder }: SharedStack): Promise<OpenStack> {
  return openStack({
    withoutWorker: true,
    database: { ...stack.database, drop: async () => {} },
    // The first process ends its replies when it stops; this one lets them finish, even on a busy machine.
    limits: { stopGraceMs: 120_000 },
    env: {
      GEMINI_BASE_URL: gates.google.url,
      OPENAI_BASE_URL: gates.openai.url,
      IMAGE_STORE: imageFolder,
    },
  });
}

async function openSharedStack(): Promise<SharedStack> {
  const gates = {
    google: await startGate(coordinate('TEST_GEMINI_URL')),
    openai: await startGate(coordinate('TEST_OPENAI_URL')),
  };
  const env = { GEMINI_BASE_URL: gates.google.url, OPENAI_BASE_URL: gates.openai.url };
  const open = await openStack({ env });
  return {
    ...open,
    gates,
    async stop() {
      gates.google.reset();
      gates.openai.reset();
      if (!open.stack.worker.isRunning()) await open.stack.worker.start();
      await open.books.expectToBeSound();
      await open.stack.database.verify();
    },
  };
}
