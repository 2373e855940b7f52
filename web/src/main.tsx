import './browser/trusted-types';
import './browser/zod-without-eval';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { swrConfig } from './api/hooks';
import { startSession } from './auth/firebase-session';
import { startConsent } from './analytics/consent';
import { startPressGuard } from './browser/press';
import { createRouter } from './browser/router';
import { startServiceWorker } from './browser/service-worker';
import { startI18n } from './i18n/language';
import { routes } from './routes';
import { PageError } from './shell/PageError';
import { isMissingFiles, startReloading } from './shell/stale-build';
import './styles.css';

/** Shown if the frame around the pages throws. */
const broken = (
  <main>
    <PageError hasShell={false} />
  </main>
);

startReloading();
startPressGuard();
startConsent();
startSession();
startServiceWorker();
start().catch((error: unknown) => {
  // index.html's static shell is still there, and has the words for it.
  document.documentElement.dataset.failed = '';
  throw error;
});

/** No top-level await: a chunk of words that imports this one would then wait for itself. */
async function start(): Promise<void> {
  // Until both are there, index.html's static shell stays. The page's own words need the language that `startI18n` sets.
  const [, router] = await Promise.all([startI18n(), createRouter(routes, broken)]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // React would log what the router's boundaries catch; `logError` does.
  createRoot(root, { onCaughtError: () => undefined }).render(
    <StrictMode>
      <SWRConfig value={swrConfig}>
        <RouterProvider router={router} onError={logError} />
      </SWRConfig>
    </StrictMode>,
  );
}

function logError(error: unknown): void {
  if (!isMissingFiles()) console.error(error);
}
