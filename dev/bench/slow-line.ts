/**
 * `npm run bench -- slow-line --url http://127.0.0.1:3000 [--shots FOLDER]`: times of a phone on a slow line
 * with an empty cache, against a running `npm start`. Prints the medians, and saves a film strip.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession } from 'playwright-core';
import { browsers, findProgram } from '../local/debian-packages.ts';
import { median } from './load.ts';
import { number, say, sayMachine, sayTable } from './report.ts';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    rounds: { type: 'string', default: '3' },
    shots: { type: 'string' },
  },
});

const bytesPerSecond = 400_000 / 8;
const line = {
  offline: false,
  latency: 400,
  downloadThroughput: bytesPerSecond,
  uploadThroughput: bytesPerSecond,
};
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
const patienceMs = 120_000;
/** The seconds after the first press or the navigation at which the film strip has a picture. */
const momentsMs = [1_000, 2_000, 4_000, 6_000, 10_000, 16_000];

type Trip = {
  path: string;
  /** Pressed as soon as it is visible. Without it, the time counts from the navigation. */
  press: string | null;
  /** Has to be visible at the end. */
  until: string;
};

const trips: Record<string, Trip> = {
  'home is readable': { path: '/', press: null, until: 'main h1' },
  'home, "Get Started" to the sheet': {
    path: '/',
    press: 'header form button',
    until: '[role=dialog] input',
  },
  'home, "See two previews" to the sheet': {
    path: '/',
    press: 'main form [type=submit]',
    until: '[role=dialog] input',
  },
  '/?mode=image can be filled in': {
    path: '/?mode=image',
    press: null,
    until: 'main form input, main form textarea',
  },
};

type Found = { ms: number; paintMs: number; scripts: number; kilobytes: number };

async function measure(browser: Browser, name: string, round: number): Promise<Found> {
  const { path, press, until } = trips[name]!;
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', line);
    let scripts = 0;
    let bytes = 0;
    cdp.on('Network.responseReceived', ({ type }) => void (scripts += type === 'Script' ? 1 : 0));
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
    const url = new URL(path, options.url).href;
    let begunAtMs = performance.now();
    await page.goto(url, { waitUntil: 'commit', timeout: patienceMs });
    if (press) {
      const control = page.locator(press).first();
      await control.waitFor({ timeout: patienceMs });
      if (press.startsWith('main')) await page.locator('main form textarea').first().fill('A kite');
      begunAtMs = performance.now();
      await control.tap({ noWaitAfter: true, timeout: patienceMs });
    }
    const filming = round === 0 && options.shots ? film(cdp, name, begunAtMs) : undefined;
    await page.locator(until).first().waitFor({ timeout: patienceMs });
    const ms = performance.now() - begunAtMs;
    await filming;
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    return { ms, paintMs, scripts, kilobytes: bytes / 1_000 };
  } finally {
    await context.close();
  }
}

async function film(cdp: CDPSession, name: string, begunAtMs: number): Promise<void> {
  const folder = join(options.shots!, name.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, ''));
  mkdirSync(folder, { recursive: true });
  for (const atMs of momentsMs) {
    const leftMs = Math.max(0, begunAtMs + atMs - performance.now());
    await new Promise((resolve) => setTimeout(resolve, leftMs));
    const path = join(folder, `${String(atMs / 1_000).padStart(2, '0')}s.png`);
    // Not the page's own screenshot, which waits for fonts.
    const shot = await cdp.send('Page.captureScreenshot').catch(() => null);
    if (shot) writeFileSync(path, Buffer.from(shot.data, 'base64'));
  }
}

sayMachine();
const browser = await chromium.launch({ executablePath: findProgram(browsers) ?? '' });
try {
  const rows: string[][] = [];
  for (const name of Object.keys(trips)) {
    const found: Found[] = [];
    for (let round = 0; round < Number(options.rounds); round += 1) {
      found.push(await measure(browser, name, round));
    }
    const medianOf = (key: keyof Found) => median(found.map((each) => each[key]));
    rows.push([
      name,
      number(medianOf('ms') / 1_000, 1),
      number(medianOf('paintMs') / 1_000, 1),
      number(medianOf('scripts')),
      number(medianOf('kilobytes')),
    ]);
  }
  say(`\n400 kbit/s, 400 ms, empty cache, 360 x 780, medians of ${options.rounds}\n`);
  sayTable(['trip', 's', 'first paint s', 'scripts', 'kB'], rows);
} finally {
  await browser.close();
}
