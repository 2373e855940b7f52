// A stack with its books open, for tests that are not about limits.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { coordinate } from '../../local/testing/coordinates.ts';
import { startStack, type Stack, type StackOptions } from '../../local/testing/stack.ts';
import { openBooks, type Books } from './books.ts';
import { startGate, type Gate } from './gate.ts';

export const signingSecret = 'a-signing-secret-for-tests-only';

const plenty = {
  LOG_LEVEL: 'warn',
  SIGNING_SECRET: signingSecret,
  REQUESTS_PER_MINUTE: '100000',
  ADMIN_REQUESTS_PER_MINUTE: '100000',
  ANONYMOUS_REQUESTS_PER_MINUTE: '100000',
  IMAGE_REQUESTS_PER_MINUTE: '100000',
  WEBHOOKS_PER_MINUTE: '100000',
  PROBES_PER_MINUTE: '100000',
  REPORTS_PER_MINUTE: '100000',
  BAD_TOKENS_PER_MINUTE: '100000',
  EVENT_STREAMS_PER_USER: '1000',
  OPEN_ORDERS_MAX: '1000',
  GENERATIONS_PER_MINUTE: '10000',
  PREVIEWS_PER_DAY: '10000',
  UPLOADS_PER_DAY: '10000',
  UPLOAD_MEGABYTES_PER_DAY: '100000',
  CHAT_REPLIES_PER_MINUTE: '10000',
  CHAT_REPLIES_AT_ONCE: '1000',
  FREE_REPLIES_PER_DAY: '10000',
  INVITE_MAILS_PER_ORGANIZATION: '10000',
  INVITE_MAILS_PER_INVITER: '10000',
  BONUSES_PER_ADDRESS_BLOCK: '10000',
};

/** Sweeps and stalled jobs are looked for at once: tests need not wait for what takes minutes. */
export const impatient = {
  SWEEP_EVERY_MS: '250',
  WORKER_LOCK_MS: '1000',
  UNDO_DELETE_SECONDS: '0',
};

export interface OpenStack {
  readonly stack: Stack;
  readonly books: Books;
  /** Where the servers keep the bytes of images. */
  readonly imageFolder: string;
  stop(): Promise<void>;
}

export async function openStack(options: StackOptions): Promise<OpenStack> {
  const imageFolder = mkdtempSync(join(coordinate('TEST_FOLDER'), 'images-'));
  const env = { ...plenty, IMAGE_FOLDER: imageFolder, ...options.env };
  const stack = await startStack({ ...options, env });
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
  /** What the servers ask their providers passes these. */
  readonly gates: { readonly google: Gate; readonly openai: Gate };
}

const shared = new Map<StackOptions['queue'], Promise<SharedStack>>();

/**
 * The one stack of this test process on this queue, for its files one after the other: to start one costs more than
 * most files do. For what needs no settings, database or queue of its own. Files keep to customers of
 * their own and leave neither an open hold nor a changed catalogue; `stop` leaves it running, and throws
 * when the books are not sound. It ends with the process.
 */
export function shareStack(queue: StackOptions['queue'] = 'postgres'): Promise<SharedStack> {
  const known = shared.get(queue);
  if (known) return known;
  const open = openSharedStack(queue);
  shared.set(queue, open);
  // Whoever comes next tries again.
  open.catch(() => shared.delete(queue));
  return open;
}

async function openSharedStack(queue: StackOptions['queue']): Promise<SharedStack> {
  const gates = {
    google: await startGate(coordinate('TEST_GEMINI_URL')),
    openai: await startGate(coordinate('TEST_OPENAI_URL')),
  };
  const env = { GEMINI_BASE_URL: gates.google.url, OPENAI_BASE_URL: gates.openai.url };
  const open = await openStack({ queue, env });
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
