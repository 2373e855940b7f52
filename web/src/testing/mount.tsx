/** Renders a component on a separate page, inside everything that `main.tsx` provides. */
import '../fonts.css';
import '../styles.css';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { StrictMode, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider, type RouteObject } from 'react-router-dom';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { swrConfig } from '../api/hooks';
import { changePage } from '../browser/back';
import { createRootRoute, createRouter, type Router } from '../browser/router';
import { areaNames, chooseLanguage, loadWords, startI18n } from '../i18n/language';
import { Toaster } from '../ui/Toaster';

/** The faces of Latin, of the rupee sign and of Devanagari. */
const fonts = [
  ['1rem Inter', 'a₹'],
  ['1rem "Noto Sans Devanagari Variable"', 'क'],
] as const;

const desk = [1440, 900] as const;
const phone = [360, 780] as const;

const swrInTests: SWRConfiguration = {
  // With 0, no test reuses an answer of the previous test.
  dedupingInterval: 0,
  // A failed read must stay failed until the test presses "Try again". On a slow machine, SWR would otherwise
  // retry first, after five seconds or when the window gets the focus.
  shouldRetryOnError: false,
  revalidateOnFocus: false,
};

let mounted: { root: Root; router: Router } | null = null;

export interface Settings {
  path?: string;
  language?: Language;
  /** True for a phone of 360 x 780 pixels; otherwise the window is a laptop of 1440 x 900. */
  phone?: boolean;
}

export async function mount(element: ReactNode, settings: Settings = {}): Promise<void> {
  const page = (
    <>
      {element}
      <Toaster label="Notifications" closeLabel="Dismiss" />
    </>
  );
  await mountPages([{ path: '*', element: page }], settings);
}

/** Renders a client with only these pages. */
export const mountPages = (pages: RouteObject[], given: Settings): Promise<void> =>
  mountRoute(createRootRoute(pages), given);

export async function mountRoute(root: RouteObject, given: Settings): Promise<void> {
  unmount();
  const [width, height] = given.phone ? phone : desk;
  await resize(width, height);
  await speak(given.language ?? 'en');
  await openFromElsewhere(given.path ?? '/');
  const reactRoot = createRoot(document.body.appendChild(document.createElement('div')));
  const router = await createRouter(root);
  mounted = { root: reactRoot, router };
  reactRoot.render(
    <StrictMode>
      <SWRConfig value={{ ...swrConfig, ...swrInTests }}>
        <RouterProvider router={router} />
      </SWRConfig>
    </StrictMode>,
  );
}

/** Leaves the entries of overlays from the previous test, and begins a new visit. */
const openFromElsewhere = (path: string): Promise<void> =>
  new Promise((resolve) =>
    changePage(() => {
      history.replaceState(null, '', path);
      resolve();
    }),
  );

/**
 * Gives the test's frame this size, in CSS pixels, at most that of a desk. `page.viewport` would resize the
 * browser's window too, which takes much longer.
 */
export async function resize(width: number, height: number): Promise<void> {
  if (innerWidth === width && innerHeight === height) return;
  const { style } = window.parent.document.body;
  style.setProperty('--viewport-width', `${width}px`);
  style.setProperty('--viewport-height', `${height}px`);
  // An element that measures itself is notified at the end of the next frame, and rendered again one frame later.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

async function speak(language: Language): Promise<void> {
  await startI18n();
  // A font that loads while a test measures would change the line breaks.
  await Promise.all(fonts.map(([font, text]) => document.fonts.load(font, text)));
  await Promise.all(areaNames.map(loadWords));
  await chooseLanguage(language);
}

export function unmount(): void {
  mounted?.root.unmount();
  mounted?.router.dispose();
  mounted = null;
  document.body.replaceChildren();
}

/** Waits until the element is visible. */
export const see = (what: Locator) => expect.element(what.first()).toBeVisible();

/** Waits until the element is removed. */
export const seeGone = (what: Locator) => expect.element(what).not.toBeInTheDocument();

/** Finds the button with exactly this name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Types without pauses, so that a debounce does not fire in between, even on a slow machine. */
export function typeWithoutPause(field: Locator, letters: string): void {
  (field.element() as HTMLElement).focus();
  for (const letter of letters) document.execCommand('insertText', false, letter);
}

/** Lets only microtasks run, as on a machine that is too busy to render a transition before the next press. */
export async function runMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}

/** Waits until this many open overlays have a history entry. */
export const seeEntries = (count: number) =>
  expect
    .poll(() => (history.state as { mark?: { depth: number } } | null)?.mark?.depth ?? 0)
    .toBe(count);

/** Waits until each open overlay has its history entry, then goes back in the browser. */
export async function goBack(open: number): Promise<void> {
  await seeEntries(open);
  history.back();
}

export const readTexts = (what: Locator) => what.elements().map(({ textContent }) => textContent);
