/**
 * `npm run bench -- phone --url http://127.0.0.1:3000 [--url http://127.0.0.1:3001]`: paints and blocking time
 * of a phone with an empty cache, against running servers such as `npm start` of an old and a new build. They
 * are measured in turns. The CPU and the line are slowed down, not modelled. Prints the medians.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { browsers, findProgram } from '../local/debian-packages.ts';
import { median } from './load.ts';
import { number, say, sayMachine, sayTable } from './report.ts';

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', multiple: true, default: ['http://127.0.0.1:3000/'] },
    rounds: { type: 'string', default: '9' },
  },
});

/** The phone and the line of Lighthouse's mobile preset. */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  isMobile: true,
};
const slowdown = 4;
const bytesPerSecond = 1_600_000 / 8;
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesPerSecond,
  uploadThroughput: bytesPerSecond,
};

/** A lower benchmark index means that other programs use the processor, so the run does not count. */
const leastIndex = 2_000;
/** A busy machine gets this many runs for each one that is asked for. */
const attemptsMax = 4;
const inPage = join(import.meta.dirname, 'phone', 'in-page.js');
const patienceMs = 60_000;
/** Work that begins this long after the load event does not belong to the page's start. */
const quietMs = 5_000;

type Found = {
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  hydratedMs: number;
  shift: number;
};

async function measureIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.addScriptTag({ path: inPage });
    return await page.evaluate<number>('bench.computeIndex()');
  } finally {
    await page.close();
  }
}

async function measure(browser: Browser, url: string): Promise<Found> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', line);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript({ path: inPage });
    await page.goto(url, { waitUntil: 'load', timeout: patienceMs });
    await page.waitForTimeout(quietMs);
    return await page.evaluate<Found>('bench.read()');
  } finally {
    await context.close();
  }
}

/** Measures each address once, in turns. Returns null if the machine was busy before or afterwards. */
async function measureRound(browser: Browser): Promise<Found[] | null> {
  const found: Found[] = [];
  const before = await measureIndex(browser);
  for (const url of options.url) found.push(await measure(browser, url));
  const index = Math.min(before, await measureIndex(browser));
  say(`benchmark index ${number(index)}${index < leastIndex ? ': does not count' : ''}`);
  return index < leastIndex ? null : found;
}

sayMachine();
const browser = await chromium.launch({ executablePath: findProgram(browsers) ?? '' });
try {
  const rounds: Found[][] = [];
  const asked = Number(options.rounds);
  for (let run = 0; run < asked * attemptsMax && rounds.length < asked; run += 1) {
    const round = await measureRound(browser);
    if (round) rounds.push(round);
  }
  if (rounds.length === 0) throw new Error('The machine was too busy for all runs.');
  say(
    `\n${slowdown}x slower CPU, 1.6 Mbit/s, 150 ms, empty cache, 412 x 823, medians of ${rounds.length}\n`,
  );
  sayTable(
    ['page', 'first paint ms', 'largest paint ms', 'blocking ms', 'hydrated ms', 'shift'],
    options.url.map((url, index) => {
      const medianOf = (key: keyof Found) => median(rounds.map((round) => round[index]![key]));
      return [
        url,
        number(medianOf('firstPaintMs')),
        number(medianOf('largestPaintMs')),
        number(medianOf('blockingMs')),
        number(medianOf('hydratedMs')),
        number(medianOf('shift'), 3),
      ];
    }),
  );
} finally {
  await browser.close();
}
