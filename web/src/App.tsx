import { StrictMode, type ComponentProps } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { swrConfig } from './api/hooks';
import { isMissingFiles } from './shell/stale-build';

/**
 * The whole client: the browser and the API, which renders pages (`prerender.tsx`), use the same
 * elements.
 */
export function App({
  router,
  fallback,
}: {
  router: ComponentProps<typeof RouterProvider>['router'];
  /** SWR answers that need no request, by path. */
  fallback?: Record<string, unknown>;
}) {
  return (
    <StrictMode>
      <SWRConfig value={{ ...swrConfig, fallback }}>
        <RouterProvider router={router} onError={logError} />
      </SWRConfig>
    </StrictMode>
  );
}

function logError(error: unknown): void {
  if (!isMissingFiles()) console.error(error);
}
