// The watched browser of one user. A page error, a refused resource and a request to another site
// are faults.
import { languageCookie } from '@sachet/shared/pages';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { reportViolations } from './in-page.ts';

export interface Visitor {
  page: Page;
  context: BrowserContext;
}

export interface Settings {
  /** A phone of 360 x 780 points; otherwise a laptop of 1440 x 900. */
  phone?: boolean;
  theme?: 'light' | 'dark';
  language?: 'en' | 'hi' | 'hg';
  /** The choice of an earlier visit; otherwise the cookie bar asks. */
  consent?: 'granted' | 'denied';
  /** The browser state of an earlier visit: a signed-in user stays signed in. */
  state?: BrowserState;
  /** Allows the client's service worker. Otherwise journeys intercept every request. */
  serviceWorker?: boolean;
  /** Other hosts that pages may call; the journey answers for them. */
  hosts?: string[];
}

export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Reached only when something hangs: a slow machine may take ten times as long. */
export const patienceMs = 60_000;
const folder = join(import.meta.dirname, 'screenshots');

export async function visit(given: {
  browser: Browser;
  url: string;
  journey: (visitor: Visitor) => Promise<void>;
  settings?: Settings;
}): Promise<void> {
  const {
    phone = false,
    theme = 'light',
    hosts = [],
    serviceWorker,
    ...earlier
  } = given.settings ?? {};
  const context = await given.browser.newContext({
    baseURL: given.url,
    storageState: toState(earlier, given.url),
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: phone ? { width: 360, height: 780 } : { width: 1440, height: 900 },
    hasTouch: phone,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  });
  context.setDefaultTimeout(patienceMs);
  const watch = await watchPages(context, given.url, hosts);
  try {
    await given.journey({ page: await context.newPage(), context });
    expect(watch.faults, 'faults of the pages').toEqual([]);
  } catch (error) {
    throw await withEvidence(error, context, watch.lines);
  } finally {
    // Requests that a journey delays end with its pages.
    const kept = [context, ...context.pages()];
    await Promise.all(kept.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.close();
  }
}

/** The browser state of earlier visits. */
function toState(
  { state, language, consent }: Pick<Settings, 'state' | 'language' | 'consent'>,
  url: string,
): BrowserState {
  const left = new Map(
    state?.origins
      .find(({ origin }) => origin === url)
      ?.localStorage.map(({ name, value }) => [name, value]),
  );
  if (consent) left.set('sachet.consent', consent);
  const localStorage = Array.from(left, ([name, value]) => ({ name, value }));
  const cookies = language
    ? [{ ...languageCookieOf(url), value: language }]
    : (state?.cookies ?? []);
  return { cookies, origins: [{ origin: url, localStorage }] };
}

const languageCookieOf = (url: string) => ({
  name: languageCookie,
  domain: new URL(url).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax' as const,
});

interface Watch {
  /** All console output, for diagnosing a failure. */
  lines: string[];
  /** Errors that no page may cause. */
  faults: string[];
}

async function watchPages(context: BrowserContext, url: string, hosts: string[]): Promise<Watch> {
  const lines: string[] = [];
  const faults: string[] = [];
  await context.exposeBinding('reportViolation', (_source, violation: string) => {
    faults.push(`content security policy: ${violation}`);
  });
  await context.addInitScript(reportViolations);
  context.on('weberror', (thrown) => {
    const error = thrown.error();
    faults.push(`page error: ${error.stack ?? error.message}`);
  });
  context.on('console', (message) => {
    const text = message.text();
    lines.push(`${message.type()}: ${text}`);
    // The browser logs each failed answer; the journey judges it.
    const isNetwork = text.startsWith('Failed to load resource');
    const isFromSachet = message.page()?.url().startsWith(url) ?? false;
    if (message.type() === 'error' && isFromSachet && !isNetwork) faults.push(`console: ${text}`);
  });
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1' && !hosts.includes(hostname)) {
      faults.push(`request to ${request.url()}`);
    }
  });
  return { lines, faults };
}

/** Visits may be nested, and each needs its own evidence. */
let evidences = 0;

/** Adds to the error where the screenshots and logs are. */
async function withEvidence(
  thrown: unknown,
  context: BrowserContext,
  lines: string[],
): Promise<Error> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { currentTestName = 'journey' } = expect.getState();
  const name = currentTestName.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80);
  evidences += 1;
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const [index, page] of context.pages().entries()) {
    const file = join(folder, `${name}-${evidences}-${index + 1}.png`);
    await page.screenshot({ path: file, fullPage: true }).then(
      () => files.push(`${file} (${page.url()})`),
      () => undefined,
    );
  }
  const consoleFile = join(folder, `${name}-${evidences}.log`);
  writeFileSync(consoleFile, lines.join('\n'));
  error.message += `\n\nWhat was seen: ${[...files, consoleFile].join('\n               ')}`;
  return error;
}
