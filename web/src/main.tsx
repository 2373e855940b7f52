import './trusted-types';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { swrConfig } from './api/hooks';
import { startSession } from './auth/session';
import { Crash } from './components/shell/Crash';
import { startConsent } from './consent';
import { startWords } from './i18n/language';
import { AppRoutes } from './routes';
import { isMissingFiles, startReloading } from './stale-build';
import './styles.css';

startReloading();
startConsent();
startSession();
void start();

/** No top-level await: a chunk of words that imports this one would then wait for itself. */
async function start(): Promise<void> {
  await startWords();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root, {
    onCaughtError: (error) => {
      if (!isMissingFiles()) console.error(error);
    },
  }).render(
    <StrictMode>
      <Crash>
        <SWRConfig value={swrConfig}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </SWRConfig>
      </Crash>
    </StrictMode>,
  );
}
