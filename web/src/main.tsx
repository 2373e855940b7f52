import './browser/trusted-types';
import './browser/zod-without-eval';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { swrConfig } from './api/hooks';
import { startSession } from './auth/firebase-session';
import { startConsent } from './analytics/consent';
import { startPressGuard } from './browser/press';
import { Boundary, createRouter, RouterProvider } from './browser/router';
import { startServiceWorker } from './browser/service-worker';
import { startI18n } from './i18n/language';
import { routes } from './routes';
import { PageError } from './shell/PageError';
import { PageComing } from './shell/PageLoading';
import { isMissingFiles, startReloading } from './shell/stale-build';
import './styles.css';

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
  // The page's code comes while the words do; in which language its own are, is known by then.
  const words = startI18n();
  const router = createRouter(routes);
  // Until then index.html's static shell stays: no empty page comes between.
  await Promise.all([words, router.ready]);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // A boundary hears of what it takes the place of, and tells of it below.
  createRoot(root, { onCaughtError: () => undefined }).render(
    <StrictMode>
      <SWRConfig value={swrConfig}>
        <Boundary
          instead={
            <main>
              <PageError hasShell={false} />
            </main>
          }
          onError={tell}
        >
          <RouterProvider
            router={router}
            coming={<PageComing />}
            failed={<PageError hasShell />}
            onError={tell}
          />
        </Boundary>
      </SWRConfig>
    </StrictMode>,
  );
}

function tell(error: unknown): void {
  if (!isMissingFiles()) console.error(error);
}
