// The whole studio for journeys: servers, inbox, gated providers and a browser.
import { startGate, type Gate } from '@sachet/api/testing/gate';
import { impatient, openStack, type OpenStack } from '@sachet/api/testing/stack';
import type { Limits } from '@sachet/shared/configuration/limits';
import { freePort } from '../local/ports.ts';
import { testChromiumFlags } from '../local/testing/chromium-flags.ts';
import { chromiumPath, coordinate, readyEmulator } from '../local/testing/coordinates.ts';
import { startInbox } from '../sandbox/inbox.ts';
import { chromium, type Browser } from 'playwright-core';
import { someAddress } from './steps.ts';
import { visit, type Settings, type Visitor } from './visitor.ts';

export interface Studio extends Pick<OpenStack, 'stack' | 'books'> {
  /** Stays the same when the API restarts. */
  readonly url: string;
  readonly inboxUrl: string;
  /** A gate between the worker and each provider's sandbox. Closed, it delays the answers. */
  readonly google: Gate;
  readonly openai: Gate;
  /** Runs `journey` with a visitor in a new browser context, which is closed at the end. */
  visit(journey: (visitor: Visitor) => Promise<void>, settings?: Settings): Promise<void>;
  stop(): Promise<void>;
}

const company = {
  name: 'Sachet Studio Private Limited',
  registrationId: 'U72900MH2026PTC000000',
  taxId: '27AAAAA0000A1Z5',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  supportEmail: 'help@sachet.test',
};

/** The user who signs up with this address becomes a super admin of the shared studio. */
export const superAdminAddress = someAddress('super');

let shared: Promise<Studio> | undefined;

/**
 * The studio that all files of this test process share, because starting one takes longer than most
 * journeys. For journeys without their own settings or database. Each file creates its own users.
 * `stop` keeps the studio running for the next file and throws if the books are not sound.
 */
export function shareStudio(): Promise<Studio> {
  shared ??= openSharedStudio();
  // The next call tries again.
  shared.catch(() => (shared = undefined));
  return shared;
}

async function openSharedStudio(): Promise<Studio> {
  const studio = await openStudio({
    SUPER_ADMIN_EMAILS: superAdminAddress,
    // Analytics does not load before consent.
    ANALYTICS_MEASUREMENT_ID: 'G-TEST123',
  });
  return {
    ...studio,
    async stop() {
      studio.google.reset();
      studio.openai.reset();
      const { api, worker } = studio.stack;
      for (const server of [api, worker]) if (!server.isRunning()) await server.start();
      await studio.books.expectToBeSound();
    },
  };
}

let browser: Promise<Browser> | undefined;

/** One browser for all files of this process. The browser ends with the process. */
function shareBrowser(): Promise<Browser> {
  return (browser ??= chromium.launch({ executablePath: chromiumPath(), args: testChromiumFlags }));
}

/**
 * Longer times, because the studio runs beside browsers: a worker that is not scheduled for a second would lose the
 * lock of its job.
 */
const limits: Partial<Limits> = {
  ...impatient,
  sweepEveryMs: 1_000,
  workerLockMs: 10_000,
  undoDeleteMs: 120_000,
};

/** A studio for one file, with these variables for both servers. `stop` ends it. */
export async function openStudio(env: Record<string, string>): Promise<Studio> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  const opened = async <T>(part: Promise<T>, end: (part: T) => Promise<unknown>): Promise<T> => {
    const ready = await part;
    ends.push(() => end(ready));
    return ready;
  };
  try {
    const emulator = await readyEmulator();
    const [browser, inbox, google, openai] = await Promise.all([
      shareBrowser(),
      opened(
        startInbox({ emulatorUrl: `http://${emulator.host}`, projectId: emulator.projectId }),
        (part) => part.close(),
      ),
      opened(startGate(coordinate('TEST_GEMINI_URL')), (part) => part.close()),
      opened(startGate(coordinate('TEST_OPENAI_URL')), (part) => part.close()),
    ]);
    const port = String(await freePort());
    const { stack, books } = await opened(
      openStack({
        limits,
        env: {
          PORT: port,
          SANDBOX_INBOX_URL: inbox.url,
          GEMINI_BASE_URL: google.url,
          OPENAI_BASE_URL: openai.url,
          SMTP_URL: inbox.smtpUrl,
          MAIL_FROM: 'Sachet <studio@sachet.test>',
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          COMPANY: JSON.stringify(company),
          ...env,
        },
      }),
      (part) => part.stop(),
    );
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      inboxUrl: inbox.url,
      google,
      openai,
      stack,
      books,
      visit: (journey, settings) => visit({ browser, url, journey, settings }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
