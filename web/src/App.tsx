import { StrictMode, type ComponentProps } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { swrConfig } from './api/hooks';
import { isMissingFiles } from './shell/stale-build';

/** The whole client: the same elements in the browser and where the API renders a page (`prerender.tsx`). */
export function App({
  router,
  fallback,
}: {
  router: ComponentProps<typeof RouterProvider>['router'];
  /** Answers that need no request, by address. */
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
