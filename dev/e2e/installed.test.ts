// The installed client: without a connection, after a release, and with photos shared by other
// apps.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate, photoIn, prompt } from './edit-steps.ts';
import { takePhoto } from './photo.ts';
import {
  askForCode,
  enterCode,
  enterName,
  priceBar,
  readCode,
  see,
  somebodyNew,
  soon,
} from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

/** Waits until the service worker controls the page. */
async function install(page: Page, url = '/'): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The paths of all files in the page's caches. */
const readCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return paths;
  });

/** Shares a photo with the client like an Android phone. */
async function share(page: Page, photo: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], 'holiday.jpg', { type: 'image/jpeg' }));
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'photo', files: files.files });
    form.append(input);
    document.body.append(form);
    form.submit();
  }, photo.toString('base64'));
}

test.each([
  ['en', 'light', 'No connection', 'Try again'],
  ['hi', 'dark', 'इंटरनेट नहीं है', 'फिर कोशिश करें'],
] as const)(
  'a page opened offline says so in %s and %s, and loads when the connection returns',
  (language, theme, words, again) =>
    studio.visit(
      async ({ page, context }) => {
        await install(page);
        await context.setOffline(true);
        await page.goto('/prices');
        await see(page.getByRole('heading', { level: 1, name: words, exact: true }));
        const ground = await page.evaluate(
          () => getComputedStyle(document.documentElement).backgroundColor,
        );
        expect(ground).toBe(theme === 'dark' ? 'rgb(14, 19, 34)' : 'rgb(246, 239, 226)');

        await context.setOffline(false);
        await page.getByRole('link', { name: again, exact: true }).click();
        await page.waitForFunction(() => document.getElementById('content') !== null);
        expect(new URL(page.url()).pathname).toBe('/prices');
      },
      { serviceWorker: true, language, theme, phone: true },
    ),
);

/** A studio at a separate address, on which another release can replace it immediately. */
async function startDeployment(): Promise<{ url: string; release(): void; close(): void }> {
  let isNext = false;
  const toNext = (text: string) =>
    text
      .replace('<body>', '<body data-release="next">')
      .replace(/'sachet-[0-9a-f]{16}'/, "'sachet-next'");
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', studio.url), {
      headers: { accept: request.headers.accept ?? '*/*', 'accept-encoding': 'identity' },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(isNext && /html|javascript/.test(type) ? toNext(bytes.toString()) : bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    release: () => void (isNext = true),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('the first navigation after a release loads the new release, and no old file stays cached', () =>
  studio.visit(
    async ({ page }) => {
      const deployment = await startDeployment();
      try {
        await install(page, deployment.url);
        await soon(async () => expect(await page.evaluate(() => caches.keys())).toHaveLength(1));
        deployment.release();
        await page.goto(`${deployment.url}/about`);
        expect(await page.evaluate(() => document.body.dataset.release)).toBe('next');
        await soon(async () =>
          expect(await page.evaluate(() => caches.keys())).toEqual(['sachet-next']),
        );
      } finally {
        deployment.close();
      }
    },
    { serviceWorker: true },
  ));

test('a photo shared from another app opens in the editor, is edited after sign-up, and no cache has personal data', () =>
  studio.visit(
    async ({ page }) => {
      await install(page);
      await share(page, await takePhoto(page, { width: 640, height: 480 }));
      await see(photoIn(page));
      expect(new URL(page.url()).search).toBe('?mode=edit_image');
      const kept = await readCaches(page);
      expect(kept).toContain('/offline.html');
      expect(kept.filter((path) => /^\/api\/|photo/.test(path))).toEqual([]);

      // The photo is kept during the sign-up.
      await prompt(page).fill('Make it black and white.');
      await generate(page).click();
      const newcomer = somebodyNew();
      await askForCode(page, newcomer);
      await enterCode(page, await readCode(page, newcomer.phone));
      await enterName(page, newcomer);
      await see(priceBar(page, 'Google').getByRole('button', { name: 'Unlock · ₹45' }));
    },
    { serviceWorker: true, phone: true },
  ));

/** A page of another site that posts a photo to the client when it opens. */
const foreignPage = (action: string) => `
  <form method="post" enctype="multipart/form-data" action="${action}">
    <input type="file" name="photo">
  </form>
  <script>
    const files = new DataTransfer();
    files.items.add(new File(['bytes'], 'holiday.jpg', { type: 'image/jpeg' }));
    document.querySelector('input').files = files.files;
    document.forms[0].submit();
  </script>`;

test('a photo that a form of another site posts reaches neither the editor nor a cache, even if the site hides its origin', () =>
  studio.visit(
    async ({ page, context }) => {
      await context.route('http://foreign.test/*', (route, request) =>
        route.fulfill({
          contentType: 'text/html',
          headers: { 'referrer-policy': new URL(request.url()).pathname.slice(1) },
          body: foreignPage(`${studio.url}/share`),
        }),
      );
      await install(page);
      await soon(async () => expect(await readCaches(page)).toContain('/offline.html'));
      const refused = page.waitForResponse((answer) => answer.url().endsWith('/share'));
      await page.goto('http://foreign.test/origin');
      expect((await refused).status()).toBe(403);
      // The refusal is shown only later, and would interrupt the next navigation.
      await page.waitForURL(`${studio.url}/share`);

      await page.goto('http://foreign.test/no-referrer');
      await page.waitForURL(`${studio.url}/?mode=edit_image`);
      await see(page.getByLabel('Choose a photo'));
      await soon(async () => expect(await readCaches(page)).not.toContain('/shared-photo'));
      expect(await photoIn(page).count()).toBe(0);
    },
    { serviceWorker: true, hosts: ['foreign.test'] },
  ));
