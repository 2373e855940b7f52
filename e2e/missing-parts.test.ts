// Each part of the client that loads later, with only its file missing and without a connection.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '@sachet/local/places';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countReload, goInPage, reloadsSoFar } from './in-page.ts';
import { see, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

type Chunk = { file: string; src?: string; isDynamicEntry?: boolean };

const chunks = Object.values(
  JSON.parse(readFileSync(join(webFolder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >,
);

/** The file of each later component by its module, such as `pictures/ImageTool`. */
const files = new Map(
  chunks.flatMap(({ src, file, isDynamicEntry }) => {
    const module = isDynamicEntry && /^src\/(.*)\.tsx$/.exec(src ?? '')?.[1];
    return module ? [[module, `/${file}`] as const] : [];
  }),
);

type Step = {
  open: (page: Page) => Promise<unknown>;
  /** Whether the user asked for the part, and so reads that it is missing. */
  isAsked: boolean;
};

const go = (path: string) => (page: Page) => page.evaluate(goInPage, path);
const tool = (path: string): Step => ({ open: go(path), isAsked: true });
/** A part that a page shows beside its own content. */
const aside = (path: string): Step => ({
  open: async (page) => {
    const isHome = path === '/';
    // Leaves the page first, and waits until it is left.
    await go(isHome ? '/?mode=image' : '/')(page);
    await see(page.getByLabel(isHome ? 'Subject' : 'What do you want to see?', { exact: true }));
    await go(path)(page);
  },
  isAsked: false,
});

/** How a visitor reaches each part. The first one opens over the form. */
const steps: Record<string, Step> = {
  'auth/AuthModal': {
    open: (page) => page.getByRole('button', { name: 'Get Started' }).first().click(),
    isAsked: true,
  },
  'voice/VoiceInput': aside('/?mode=image'),
  'examples/Examples': aside('/'),
  'occasions/NextOccasions': aside('/'),
  'instagram/InstagramTool': tool('/?mode=instagram'),
  'instagram/IdeasTool': tool('/?mode=instagram_ideas'),
  'general/GeneralTool': tool('/?mode=general'),
  'pictures/EditTool': tool('/?mode=edit_image'),
  'batch/BatchTool': tool('/?mode=edit_image&batch='),
};

/** Loaded before the visitor's first press. Its absence is tested in stale-build.test.ts. */
const first = ['pictures/ImageTool'];
/** A missing page reloads the tab once (stale-build.test.ts). */
const isPage = (module: string) => /Page$|^admin\//.test(module);
/** Parts of a signed-in user, which have the same boundary. */
const signedIn = [
  'auth/EmailGate',
  'auth/VerifyDialog',
  'home/SignedInHome',
  'library/Viewer',
  'organization/InvitationDialog',
  'results/FullPicture',
  'shell/SendingPhoto',
  'text/Markdown',
  'versions/ShareSheet',
  'versions/VersionDialog',
  'wallet/WalletModal',
];

test('every later component has a step of this journey or is named as an exception', () => {
  const listed = [...Object.keys(steps), ...first, ...signedIn];
  expect([...files.keys()].filter((module) => !isPage(module)).toSorted()).toEqual(
    listed.toSorted(),
  );
});

const shortMs = 5_000;
const missing = 'This didn’t load. Check your connection and try again.';

async function expectPageToStay(page: Page): Promise<void> {
  expect(await page.getByRole('banner').count()).toBe(1);
  expect(await page.locator('#content').count()).toBe(1);
  expect(await page.getByText('This page couldn’t be shown.').count()).toBe(0);
  expect(await page.evaluate(reloadsSoFar)).toBe(0);
}

test('each later part may be missing once or have no connection: the page and the typed text stay, and the next use loads it', () =>
  studio.visit(
    async ({ page, context }: { page: Page; context: BrowserContext }) => {
      const blocked = new Set<string>(Object.keys(steps).map((module) => files.get(module)!));
      const refused = new Set<string>();
      const arrived = new Set<string>();
      page.on('requestfailed', (request) => void refused.add(new URL(request.url()).pathname));
      page.on('response', (response) => void arrived.add(new URL(response.url()).pathname));
      await page.route(
        ({ pathname }) => blocked.has(pathname),
        (route) => route.abort('failed'),
      );
      await page.addInitScript(countReload);
      await page.goto('/?mode=image');
      const subject = page.getByLabel('Subject', { exact: true });
      await subject.fill('A yellow umbrella');

      for (const [module, { open, isAsked }] of Object.entries(steps)) {
        const file = files.get(module)!;
        const seeMissing = async () => {
          if (isAsked) await see(page.getByText(missing));
          // A part that the page left before its failure was shown is requested at the use after the next.
          await soon(async () => {
            if (!isAsked && !refused.has(file)) await open(page).catch(() => undefined);
            await page.waitForTimeout(100);
            expect(refused, module).toContain(file);
          });
          await expectPageToStay(page);
        };
        await open(page);
        await seeMissing();

        await context.setOffline(true);
        blocked.delete(file);
        refused.delete(file);
        await go('/?mode=image')(page);
        await open(page);
        await seeMissing();

        await context.setOffline(false);
        await soon(async () => {
          if (!arrived.has(file)) await open(page).catch(() => undefined);
          await page.waitForTimeout(100);
          expect(arrived, module).toContain(file);
        });
        await expectPageToStay(page);
        if (module === 'auth/AuthModal') {
          await see(page.getByRole('dialog'));
          await page.keyboard.press('Escape', { delay: 10 });
        }
      }
      await go('/?mode=image')(page);
      expect(await subject.inputValue({ timeout: shortMs })).toBe('A yellow umbrella');
    },
    { consent: 'denied' },
  ));
