import './browser/trusted-types';
import './browser/zod-without-eval';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import { startSession } from './auth/firebase-session';
import { startConsent } from './analytics/consent';
import { startPressGuard } from './browser/press';
import { createRouter } from './browser/router';
import { startServiceWorker } from './browser/service-worker';
import { startI18n } from './i18n/language';
import { getLanguage } from './i18n/translate';
import { rootRoute } from './routes';
import { hasStoredSession } from './session/session';
import { startReloading } from './shell/stale-build';
import './styles.css';

startReloading();
startPressGuard();
startConsent();
startSession();
startServiceWorker();
start().catch((error: unknown) => {
  // index.html has the words for it.
  document.documentElement.dataset.failed = '';
  throw error;
});

/** No top-level await: a chunk of words that imports this one would then wait for itself. */
async function start(): Promise<void> {
  // Until both are there, what the server rendered stays. The page's own words need the language that `startI18n` sets.
  const [, router] = await Promise.all([startI18n(), createRouter(rootRoute)]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = <App router={router} />;
  // React would log what the router's boundaries catch; `App` does.
  const options = { onCaughtError: () => undefined };
  if (isRenderedForUs(root) && !router.state.errors) hydrateRoot(root, app, options);
  else flushSync(() => createRoot(root, options).render(app));
  // Styles hide parts of what the server rendered by them.
  delete root.dataset.path;
  delete root.dataset.language;
  document.getElementById('not-loaded')?.remove();
}

/** The server renders a page for a visitor who is signed out, in the language of the address or the cookie. */
const isRenderedForUs = ({ dataset }: HTMLElement) =>
  dataset.path === location.pathname &&
  dataset.language === getLanguage() &&
  !hasStoredSession() &&
  !new URLSearchParams(location.search).has('mode');
