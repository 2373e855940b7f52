/**
 * Renders public pages to HTML, so that they are painted before any script has loaded.
 * `web/server-pages.ts` bundles this file for the API, which passes its own config
 * (api/site/client-page.ts).
 */
import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router-dom';
import { App } from './App';
import { whenInitialized } from './browser/router';
import { speak } from './i18n/language';
import { frameRoute, rootRoute } from './routes';

/** Renders run one after another, because the language is global to the module. */
let last: Promise<unknown> = Promise.resolve();

/**
 * @param path a public page, or null for only the frame
 * @public the API imports it from the build
 */
export function renderPage(
  path: string | null,
  language: Language,
  config: ClientConfig,
): Promise<string> {
  const rendered = last.then(() => render(path, language, config));
  last = rendered.catch(() => undefined);
  return rendered;
}

async function render(path: string | null, language: Language, config: ClientConfig) {
  await speak(language);
  const root = path === null ? frameRoute : rootRoute;
  const router = createMemoryRouter([root], { initialEntries: [path ?? '/frame'] });
  try {
    await whenInitialized(router);
    const app = <App router={router} fallback={{ '/api/config': config }} />;
    const errors: unknown[] = [];
    const { prelude } = await prerender(app, {
      onError: (error) => void errors.push(error),
      // Larger parts would be moved into place by an inline script.
      progressiveChunkSize: Infinity,
    });
    const html = await new Response(prelude).text();
    // React leaves a part that threw to the client, where it appears only after the scripts.
    if (errors.length > 0) throw new AggregateError(errors, `rendering ${path} in ${language}`);
    return html;
  } finally {
    router.dispose();
  }
}
