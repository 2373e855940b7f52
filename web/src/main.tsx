import './browser/trusted-types';
import './browser/zod-without-eval';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SWRConfig } from 'swr';
import { swrConfig } from './api/hooks';
import { startSession } from './auth/firebase-session';
import { startConsent } from './analytics/consent';
import { startI18n } from './i18n/language';
import { routes } from './routes';
import { isMissingFiles, startReloading } from './shell/stale-build';
import './styles.css';

startReloading();
startConsent();
startSession();
void start();

/** No top-level await: a chunk of words that imports this one would then wait for itself. */
async function start(): Promise<void> {
  // The page's code comes while the words do.
  const router = createBrowserRouter(routes);
  // Until then index.html's static shell stays: no empty page comes between.
  await Promise.all([startI18n(), whenFirstPageIsThere(router)]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // The router hears of what a route's error element takes the place of, and tells of it below.
  createRoot(root, { onCaughtError: () => undefined }).render(
    <StrictMode>
      <SWRConfig value={swrConfig}>
        <RouterProvider
          router={router}
          onError={(error) => {
            if (!isMissingFiles()) console.error(error);
          }}
        />
      </SWRConfig>
    </StrictMode>,
  );
}

function whenFirstPageIsThere(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
