/** Puts a component on a page of its own, with everything around it that `main.tsx` gives the client. */
import '../styles.css';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import i18next from 'i18next';
import { StrictMode, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { swrConfig } from '../api/hooks';
import { AppRoutes } from '../routes';
import { chooseLanguage, startWords } from '../i18n/language';
import { Toaster } from '../ui/Toaster';

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 780 };

let mounted: Root | null = null;

interface Settings {
  path?: string;
  language?: Language;
  /** 360 x 780 points; else a laptop of 1440 x 900. */
  phone?: boolean;
}

export async function mount(element: ReactNode, settings: Settings = {}): Promise<void> {
  await render(
    <>
      {element}
      <Toaster label="Notifications" closeLabel="Dismiss" />
    </>,
    settings,
  );
}

/** The whole client at one of its addresses. */
export async function visit(path: string, settings: Omit<Settings, 'path'> = {}): Promise<void> {
  await render(<AppRoutes />, { ...settings, path });
}

async function render(element: ReactNode, given: Settings): Promise<void> {
  unmount();
  const { width, height } = given.phone ? phone : desk;
  await page.viewport(width, height);
  await speak(given.language ?? 'en');
  history.replaceState(null, '', given.path ?? '/');
  mounted = createRoot(document.body.appendChild(document.createElement('div')));
  mounted.render(
    <StrictMode>
      {/* An answer of the test before is not reused, however short ago it was. */}
      <SWRConfig value={{ ...swrConfig, dedupingInterval: 0 }}>
        <BrowserRouter>{element}</BrowserRouter>
      </SWRConfig>
    </StrictMode>,
  );
}

async function speak(language: Language): Promise<void> {
  if (!i18next.isInitialized) await startWords();
  await chooseLanguage(language);
}

export function unmount(): void {
  mounted?.unmount();
  mounted = null;
  document.body.replaceChildren();
}

/** Waits until it can be seen. */
export const see = (what: Locator) => expect.element(what.first()).toBeVisible();

/** Waits until it is there no more. */
export const seeGone = (what: Locator) => expect.element(what).not.toBeInTheDocument();
