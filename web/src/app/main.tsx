import '../browser/trusted-types';
import '../browser/zod-without-eval';
import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import { whenPartsLoaded } from './base/lazy-part';
import { areFilesWhole } from './base/stale-build';
import { startSession } from '../features/people/auth/firebase-session';
import { startConsent } from './analytics/consent';
import { loadFonts } from '../browser/fonts';
import { startPressGuard } from '../browser/press';
import { createRouter } from '../browser/router';
import { startServiceWorker } from '../browser/service-worker';
import { startI18n } from '../i18n/language';
import { getLanguage } from '../i18n/translate';
import { rootRoute } from './routes';
import { hasStoredSession } from './session/session';
import '../styles.css';

startPressGuard();
startConsent();
startSession();
start().catch((error: unknown) => {
  // Makes index.html show its error message.
  document.documentElement.dataset.failed = '';
  throw error;
});

if (document.readyState === 'complete') void loadTheRest();
else addEventListener('load', () => void loadTheRest());

/** Loads what no first screen needs, once the page and its parts have loaded. */
async function loadTheRest(): Promise<void> {
  await whenPartsLoaded();
  await loadFonts();
  startServiceWorker();
}

/**
 * Starts the client. A top-level await would deadlock, because a dictionary chunk that imports this module
 * would wait for it.
 */
async function start(): Promise<void> {
  const isStyled = whenStyled();
  // The language and the page are loaded before React replaces the server's HTML. The page's own texts need
  // the language from `startI18n`.
  const [, router] = await Promise.all([startI18n(), createRouter(rootRoute)]);
  await isStyled;
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = <App router={router} />;
  // Without this, React would also log errors that the router's boundaries handle.
  const options = { onCaughtError: () => undefined };
  if (isRenderedForUs(root) && !router.state.errors && areFilesWhole())
    // In a transition, React hydrates in short steps, and a phone can scroll and type between them.
    startTransition(() => void hydrateRoot(root, app, options));
  else flushSync(() => createRoot(root, options).render(app));
  // Styles use these attributes to hide parts of the server's HTML.
  delete root.dataset.path;
  delete root.dataset.language;
  document.getElementById('not-loaded')?.remove();
}

/** The page has only the styles of the server's HTML until first-paint.js has loaded the others. */
function whenStyled(): Promise<unknown> {
  const path = document.querySelector<HTMLMetaElement>('meta[name=styles]')?.content;
  const link = path && document.querySelector<HTMLLinkElement>(`link[href="${path}"]`);
  if (!link || link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
}

/**
 * Whether the server's HTML fits this visitor. The server renders for a signed-out visitor, in the language
 * of the address or the cookie.
 */
const isRenderedForUs = ({ dataset }: HTMLElement) =>
  dataset.path === location.pathname &&
  dataset.language === getLanguage() &&
  !hasStoredSession() &&
  !new URLSearchParams(location.search).has('mode');
