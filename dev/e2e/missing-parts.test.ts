// Parts of the client that load later, with only their file missing and without a connection.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webFolder } from '../local/places.ts';
import { countReload, goInPage, reloadsSoFar } from './in-page.ts';
import { createIndividual, toBrowserState } from './people.ts';
import { see, seeGone, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

type Chunk = { file: string; src?: string; isDynamicEntry?: boolean };
const manifest = readFileSync(join(webFolder, '.vite', 'manifest.json'), 'utf8');

/** The file of each later component by its module, such as `pictures/ImageTool`. */
const files = new Map(
  Object.values(JSON.parse(manifest) as Record<string, Chunk>).flatMap(
    ({ src, file, isDynamicEntry }) => {
      const module = isDynamicEntry && /^src\/(.*)\.tsx$/.exec(src ?? '')?.[1];
      return module ? [[module, `/${file}`] as const] : [];
    },
  ),
);

type Step = {
  /** The address in which a visitor sees the part, or what opens it. */
  at: string | ((page: Page) => Promise<unknown>);
  /** Asked for, so its place says that it is missing. Other parts only leave their place empty. */
  isAsked: boolean;
};

const tool = (mode: string): Step => ({ at: `/?mode=${mode}`, isAsked: true });

/** The steps in one page of a visitor who has typed at `/?mode=image`. */
const steps: Record<string, Step> = {
  'voice/VoiceInput': { at: '/?mode=image', isAsked: false },
  'examples/Examples': { at: '/', isAsked: false },
  'occasions/NextOccasions': { at: '/', isAsked: false },
  'instagram/InstagramTool': tool('instagram'),
  'instagram/IdeasTool': tool('instagram_ideas'),
  'general/GeneralTool': tool('general'),
  'pictures/EditTool': tool('edit_image'),
  'batch/BatchTool': tool('edit_image&batch='),
  'auth/AuthModal': {
    at: (page) => page.getByRole('button', { name: 'Get Started' }).first().click(),
    isAsked: true,
  },
};

const ownSteps: Record<string, Step> = { 'home/SignedInHome': { at: '/', isAsked: true } };

/** The part in which the others are tested. The same boundary as that of the other tools. */
const around = ['pictures/ImageTool'];
/** A missing page reloads the tab once (stale-build.test.ts). */
const isPage = (module: string) => /Page$|^admin\//.test(module);
/**
 * Parts that open only after a picture, a message or an invitation. They have the same boundary, which
 * web/src/app/lazy-part.test.tsx tests for a part and a dialog, and lazy-part.test.ts for all callers.
 */
const later = [
  'auth/EmailGate',
  'auth/VerifyDialog',
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
  const listed = [...Object.keys(steps), ...Object.keys(ownSteps), ...around, ...later];
  expect([...files.keys()].filter((module) => !isPage(module)).toSorted()).toEqual(
    listed.toSorted(),
  );
});

const missing = (page: Page) =>
  page.getByText('This didn’t load. Check your connection and try again.');
const typed = 'A yellow umbrella';
const subjectIn = (page: Page) => page.getByLabel('Subject', { exact: true });

/** Fails the requests for some files, and records which were refused and which arrived. */
async function watchFiles(page: Page) {
  const blocked = new Set<string>();
  const refused = new Map<string, number>();
  const arrived = new Set<string>();
  page.on('requestfailed', (request) => {
    const { pathname } = new URL(request.url());
    refused.set(pathname, (refused.get(pathname) ?? 0) + 1);
  });
  page.on('requestfinished', (request) => void arrived.add(new URL(request.url()).pathname));
  await page.route(
    ({ pathname }) => blocked.has(pathname),
    (route) => route.abort('failed'),
  );
  return { blocked, refused, arrived };
}

async function expectPageToStay(page: Page): Promise<void> {
  // Not by its role, which a dialog hides.
  expect(await page.locator('header').first().isVisible()).toBe(true);
  expect(await page.getByText('This page couldn’t be shown.').count()).toBe(0);
  expect(await page.evaluate(reloadsSoFar)).toBe(0);
}

/** Uses the part until its file has been refused, and waits for the sentence in its place. */
async function useMissing(page: Page, step: Step, wasRefused: () => boolean): Promise<void> {
  await go(page, step);
  if (step.isAsked) await see(missing(page));
  await soon(async () => {
    // A part that shows nothing may have been left before it noticed its failure. Then it takes another use.
    if (!wasRefused()) {
      await leave(page, step);
      await go(page, step);
    }
    expect(wasRefused()).toBe(true);
  });
  await expectPageToStay(page);
}

const go = (page: Page, { at }: Pick<Step, 'at'>) =>
  typeof at === 'string' ? page.evaluate(goInPage, at) : at(page);

/** Leaves the part for a page whose code has loaded, and waits until it is shown. */
async function leave(page: Page, { at }: Step): Promise<void> {
  await page.evaluate(goInPage, at === '/?mode=image' ? '/' : '/?mode=image');
  await see(at === '/?mode=image' ? page.getByLabel('What do you want to see?') : subjectIn(page));
}

/** Tests each part in one page that has `typed` in its form. */
async function expectPartsToReturn(
  { page, context }: { page: Page; context: BrowserContext },
  tested: Record<string, Step>,
): Promise<void> {
  const { blocked, refused, arrived } = await watchFiles(page);
  for (const module of Object.keys(tested)) blocked.add(files.get(module)!);
  await page.addInitScript(countReload);
  await page.goto('/?mode=image');
  await subjectIn(page).fill(typed);

  for (const [module, step] of Object.entries(tested)) {
    const file = files.get(module)!;
    const failures = () => refused.get(file) ?? 0;
    await leave(page, step);
    await useMissing(page, step, () => failures() > 0);

    await context.setOffline(true);
    blocked.delete(file);
    await leave(page, step);
    const before = failures();
    await useMissing(page, step, () => failures() > before);

    // The return of the connection is the next use of a part that is still shown.
    await context.setOffline(false);
    if (typeof step.at !== 'string') await go(page, step);
    await soon(() => expect(arrived, module).toContain(file));
    if (step.isAsked) await seeGone(missing(page));
    await expectPageToStay(page);
  }
}

async function expectTyped(page: Page): Promise<void> {
  await page.evaluate(goInPage, '/?mode=image');
  expect(await subjectIn(page).inputValue()).toBe(typed);
}

test('a later part may be missing online or without a connection: the page and the typed text stay, and the next use loads it', () =>
  studio.visit(
    async (visitor) => {
      const { page } = visitor;
      await expectPartsToReturn(visitor, steps);
      await see(page.getByRole('dialog'));
      await page.keyboard.press('Escape');
      await expectTyped(page);
    },
    { consent: 'denied' },
  ));

test('a missing part of a signed-in user leaves the page and the typed text, and returns', async () =>
  studio.visit(
    async (visitor) => {
      await expectPartsToReturn(visitor, ownSteps);
      await see(visitor.page.getByRole('link', { name: 'Wallet, ₹250.00' }));
      await expectTyped(visitor.page);
    },
    { consent: 'denied', state: toBrowserState(studio, await createIndividual(studio)) },
  ));
