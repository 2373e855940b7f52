/** A library of ten thousand things, scrolled from end to end in a browser: how long it keeps it busy. */
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { createPool } from '@sachet/db/connect';
import { makePreview, renderFinal } from '@sachet/images/processing';
import { drawPicture } from '@sachet/sandbox/drawing';
import { chromiumFlags } from '../../local/testing/chromium-flags.ts';
import { emulatorKey, signUpByEmail, type SignedIn } from '../../local/sign-in.ts';
import { number, say, share, toTarget } from '../report.ts';
import { createProfile } from '../servers.ts';

const items = 10_000;
const taskMaxMs = 100;

const sizes = { 'a phone': { width: 360, height: 740 }, 'a desk': { width: 1440, height: 900 } };

/** `ownerUrl` is of the database behind the API at `url`. */
export async function sayLibrary(given: {
  url: string;
  ownerUrl: string;
  emulatorHost: string;
  imageFolder: string;
  program: string;
}): Promise<void> {
  const person = await signUpByEmail(given.emulatorHost, 'asha@bench.test', 'a-long-password');
  await createProfile(given.url, person.token);
  const began = performance.now();
  await seed(given, person.uid);
  say(
    `\n## A library of ${number(items)} things, seeded in ${number((performance.now() - began) / 1000)} s, scrolled from end to end\n`,
  );
  say('| window | things reached | longest task ms | tasks over 100 ms | frames | p99 frame ms |');
  say('|---|---:|---:|---:|---:|---:|');
  const browser = await chromium.launch({ executablePath: given.program, args: chromiumFlags });
  let longest = 0;
  try {
    for (const [name, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({ baseURL: given.url, viewport });
      const page = await context.newPage();
      await signIn(page, person);
      const { reached, tasks, frames } = await scroll(page);
      const most = Math.max(0, ...tasks);
      longest = Math.max(longest, most);
      const over = tasks.filter((task) => task > taskMaxMs).length;
      const p99 = number(share(frames, 0.99));
      say(
        `| ${name} | ${number(reached)} | ${number(most)} | ${over} | ${number(frames.length)} | ${p99} |`,
      );
      await context.close();
    }
  } finally {
    await browser.close();
  }
  say(
    `\n${toTarget(`no task over ${taskMaxMs} ms`, longest <= taskMaxMs, `${number(longest)} ms`)}`,
  );
}

/** Of ten, six are previews, three are bought, one is a text; each has files of its own. */
async function seed(
  { ownerUrl, imageFolder }: { ownerUrl: string; imageFolder: string },
  uid: string,
): Promise<void> {
  const files = await drawFiles(join(imageFolder, 'bench'));
  const numbers = Array.from({ length: items }, (_, index) => index);
  for (const at of numbers) {
    if (isText(at)) continue;
    const folder = join(imageFolder, toId(at));
    mkdirSync(folder);
    linkSync(files.preview, join(folder, 'preview.webp'));
    if (isBought(at)) linkSync(files.final, join(folder, 'final-1.jpg'));
  }
  const pool = createPool(ownerUrl, { max: 1, statement_timeout: 0 });
  try {
    await pool.query(
      `insert into generation (id, uid, wallet_id, mode, provider, language, quality, prompt,
         aspect_ratio, preview_max, model_id, model_label, status, prices, rate_card_version,
         content, preview_key, bought_at, created_at)
       select g.id, p.uid, p.wallet_id, case when g.is_text then 'instagram' else 'image' end, 'google',
              'en', 'quality', 'A paper boat, number ' || g.n, '1:1', 256, m.id, m.label, 'ready',
              case when not g.is_text then '{"512":25,"1024":50,"1536":75,"2048":100}'::jsonb end, '1',
              case when g.is_text then repeat('A **boat** of paper. ', 12) end,
              case when not g.is_text then g.id || '/preview.webp' end,
              case when g.is_bought then now() end, now() - (${items} - g.n) * interval '1 hour'
         from unnest($2::text[], $3::int[], $4::bool[], $5::bool[]) as g (id, n, is_text, is_bought)
         join user_profile p on p.uid = $1
         join (select id, label from model where provider = 'google' limit 1) m on true`,
      [uid, numbers.map(toId), numbers, numbers.map(isText), numbers.map(isBought)],
    );
    await pool.query(
      `insert into unlock (hold_id, generation_id, uid, wallet_id, attempt, final_size, price_paise,
         model_id, status, image_key)
       select 'bench_' || id, id, uid, wallet_id, 1, 1024, 5000, model_id, 'done', id || '/final-1.jpg'
         from generation where uid = $1 and bought_at is not null`,
      [uid],
    );
  } finally {
    await pool.end();
  }
}

const toId = (at: number) => `gen_${String(at).padStart(26, '0')}`;
const isText = (at: number) => at % 10 === 9;
const isBought = (at: number) => at % 10 < 3;

async function drawFiles(folder: string): Promise<{ preview: string; final: string }> {
  const drawn = await drawPicture({
    prompt: 'a paper boat',
    provider: 'google',
    premium: true,
    width: 1024,
    height: 1024,
  });
  const label = { sourceType: 'trainedAlgorithmicMedia', id: null, made: null } as const;
  const [preview, final] = await Promise.all([
    makePreview(drawn, { label, mark: 'en' }),
    renderFinal(drawn, { longestSide: 1024, label, mark: 'en' }),
  ]);
  if (!preview.ok || !final.ok) throw new Error('the stand-in drew nothing that can be read');
  const files = { preview: join(folder, 'preview.webp'), final: join(folder, 'final-1.jpg') };
  mkdirSync(dirname(files.preview), { recursive: true });
  writeFileSync(files.preview, preview.bytes);
  writeFileSync(files.final, final.bytes);
  return files;
}

/** The SDK's own record of somebody who has logged in there. */
async function signIn(page: Page, { uid, token, refreshToken }: SignedIn): Promise<void> {
  const stsTokenManager = {
    refreshToken,
    accessToken: token,
    expirationTime: Date.now() + 3_600_000,
  };
  const record = JSON.stringify({
    uid,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    stsTokenManager,
    apiKey: emulatorKey,
    appName: '[DEFAULT]',
  });
  await page.goto('/favicon.svg');
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    `firebase:authUser:${emulatorKey}:[DEFAULT]`,
    record,
  ] as const);
  await page.goto('/library');
  await page
    .getByRole('list', { name: 'Everything I made' })
    .getByRole('listitem')
    .first()
    .waitFor();
}

interface Scrolled {
  /** The number of the last thing that was drawn. */
  readonly reached: number;
  /** Milliseconds. */
  readonly tasks: number[];
  readonly frames: number[];
}

/** Down to the end, wheel by wheel, and then by the bar: to forty places from end to end. */
async function scroll(page: Page): Promise<Scrolled> {
  await page.evaluate(watch);
  let reached = 0;
  for (let turns = 0; reached < items && turns < 5_000; turns += 1) {
    await page.mouse.wheel(0, 1_800);
    reached = await page.evaluate<number>(nextFrame);
  }
  for (let jump = 0; jump < 40; jump += 1) {
    await page.evaluate(`scrollTo(0, ${((jump * 17) % 40) / 40} * document.body.scrollHeight)`);
    await page.evaluate(nextFrame);
  }
  const watched = await page.evaluate<Omit<Scrolled, 'reached'>>('seen');
  return { reached, ...watched };
}

// What runs in the page is sent to it as text: the servers' types know no document.

const watch = `
  globalThis.seen = { tasks: [], frames: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration);
  }).observe({ type: 'longtask' });
  let before = performance.now();
  const onFrame = (now) => {
    seen.frames.push(now - before);
    before = now;
    requestAnimationFrame(onFrame);
  };
  void requestAnimationFrame(onFrame);
`;

/** Gives the number of the last thing that is drawn. */
const nextFrame = `
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const drawn = document.querySelectorAll('[aria-posinset]');
      resolve(Number(drawn[drawn.length - 1]?.getAttribute('aria-posinset') ?? 0));
    }),
  )
`;
