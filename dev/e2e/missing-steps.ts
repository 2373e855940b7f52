// Steps of journeys in which files of the client are missing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from '../local/places.ts';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { goInPage, reloadsSoFar } from './in-page.ts';
import { see, seeGone, soon } from './steps.ts';

type Chunk = { file: string; name?: string; src?: string; isDynamicEntry?: boolean };
const manifest = readFileSync(join(webFolder, '.vite', 'manifest.json'), 'utf8');
const chunks = Object.values(JSON.parse(manifest) as Record<string, Chunk>);

/** The file of each later component by its module, such as `features/studio/pictures/ImageTool`. */
export const parts = new Map(
  chunks.flatMap(({ src, file, isDynamicEntry }) => {
    const module = isDynamicEntry && /^src\/(.*)\.tsx$/.exec(src ?? '')?.[1];
    return module ? [[module, `/${file}`] as const] : [];
  }),
);

/** The file of a module such as `i18n/policies/en.ts`, or of shared code such as `picture`. */
export function findFile(name: string): string {
  const chunk = chunks.find(
    (each) => each.src === `src/${name}` || (!each.src && each.name === name),
  );
  if (!chunk) throw new Error(`The build has no ${name}.`);
  return `/${chunk.file}`;
}

/** A page whose code has loaded, and its field. */
export type Place = { at: string; field: (page: Page) => Locator };
export const home: Place = {
  at: '/',
  field: (page) => page.getByLabel('What do you want to see?'),
};
export const imageTool: Place = {
  at: '/?mode=image',
  field: (page) => page.getByLabel('Subject', { exact: true }),
};
export const editTool: Place = {
  at: '/?mode=edit_image',
  field: (page) => page.getByLabel('What should change?', { exact: true }),
};

export type Step = {
  /** The address in which the user sees the part, or what opens it. */
  at: string | ((page: Page) => Promise<unknown>);
  /** Asked for, so its place or a notice says that it is missing. Other parts only leave their place empty. */
  isAsked: boolean;
  /** The element that is shown in place of the part. */
  instead?: (page: Page) => Locator;
  /** Also tested without a connection. All parts handle it alike, so one of each kind is enough. */
  isAlsoOffline?: true;
};

export const tool = (mode: string): Step => ({ at: `/?mode=${mode}`, isAsked: true });

/** A part that `open` opens and that nothing but itself reports as missing. */
export const dialog = (open: (page: Page) => Promise<unknown>): Step => ({
  at: open,
  isAsked: true,
});

export const missing = (page: Page) =>
  page.getByText('This didn’t load. Check your connection and try again.');

/** Fails the requests for some files, and records which were refused and which arrived. */
export async function watchFiles(page: Page) {
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

export async function expectPageToStay(page: Page): Promise<void> {
  // Not by its role, which a dialog hides.
  expect(await page.locator('header').first().isVisible()).toBe(true);
  expect(await page.getByText('This page couldn’t be shown.').count()).toBe(0);
  expect(await page.evaluate(reloadsSoFar)).toBe(0);
}

const isOverlaid = (page: Page) => /[?&](?:open|full)=/.test(page.url());

/** Opens the part from a place until its file has been refused, and waits for the sentence. */
async function useMissing(
  page: Page,
  place: Place,
  step: Step,
  wasRefused: () => boolean,
): Promise<void> {
  await go(page, step);
  if (step.isAsked) await see(missing(page));
  if (step.instead) await see(step.instead(page));
  await soon(async () => {
    // A part that shows nothing may have been left before it noticed its failure. Then it takes another use.
    if (!wasRefused()) {
      await leave(page, place, step);
      await go(page, step);
    }
    expect(wasRefused()).toBe(true);
  });
  // A missing dialog has an address only until it is closed.
  await soon(() => expect(isOverlaid(page)).toBe(false));
  await expectPageToStay(page);
}

const go = (page: Page, { at }: Pick<Step, 'at'>) =>
  typeof at === 'string' ? page.evaluate(goInPage, at) : at(page);

/** Leaves the part for a place whose code has loaded, and waits until it is shown. */
async function leave(page: Page, place: Place, { at }: Step): Promise<void> {
  const to = at === place.at ? home : place;
  await page.evaluate(goInPage, to.at);
  await see(to.field(page));
}

/** Tests each part with only its file missing, in one page that starts at `place`. */
export async function expectPartsToReturn(
  { page, context }: { page: Page; context: BrowserContext },
  place: Place,
  tested: Record<string, Step>,
): Promise<void> {
  const { blocked, refused, arrived } = await watchFiles(page);
  for (const module of Object.keys(tested)) blocked.add(parts.get(module)!);
  await page.goto(place.at);
  await place.field(page).fill(typed);

  for (const [module, step] of Object.entries(tested)) {
    const file = parts.get(module)!;
    const failures = () => refused.get(file) ?? 0;
    await leave(page, place, step);
    await useMissing(page, place, step, () => failures() > 0);

    if (step.isAlsoOffline) {
      await context.setOffline(true);
      await leave(page, place, step);
      const before = failures();
      await useMissing(page, place, step, () => failures() > before);
      blocked.delete(file);
      // The return of the connection is the next use of a part that is still shown.
      await context.setOffline(false);
      if (typeof step.at !== 'string') await go(page, step);
    } else {
      blocked.delete(file);
      await leave(page, place, step);
      await go(page, step);
    }
    await soon(async () => {
      // A part that shows nothing remembers a failure for a moment. Then it takes another use.
      if (!step.isAsked && !arrived.has(file)) {
        await leave(page, place, step);
        await go(page, step);
      }
      expect(arrived, module).toContain(file);
    });
    if (step.isAsked) await seeGone(missing(page));
    await expectPageToStay(page);
  }
}

const typed = 'A yellow umbrella';

export async function expectTyped(page: Page, place: Place): Promise<void> {
  await page.evaluate(goInPage, place.at);
  expect(await place.field(page).inputValue()).toBe(typed);
}
