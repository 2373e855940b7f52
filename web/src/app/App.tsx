import { StrictMode, type ComponentProps } from 'react';
import { RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { swrConfig } from '../api/hooks';

/** The whole client. The browser and the API's renderer (`prerender.tsx`) use the same elements. */
export function App({
  router,
  fallback,
}: {
  router: ComponentProps<typeof RouterProvider>['router'];
  /** Initial data for SWR by path, which SWR uses without a request. */
  fallback?: Record<string, unknown>;
}) {
  return (
    <StrictMode>
      <SWRConfig value={{ ...swrConfig, fallback }}>
        <RouterProvider router={router} onError={(error) => console.error(error)} />
      </SWRConfig>
    </StrictMode>
  );
}
