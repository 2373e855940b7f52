/**
 * Renders public pages to HTML, so that a browser shows them before any script has loaded.
 * `web/vite-plugins.ts` bundles this file for the API, which passes its own config (api/site/client-page.ts).
 */
import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { prerender } from 'react-dom/static';
import { createMemoryRouter } from 'react-router-dom';
import { App } from './App';
import { whenInitialized } from '../browser/router';
import { speak } from '../i18n/language';
import { frameRoute, rootRoute } from './routes';

/**
 * Resolves when the last render has finished. Renders run one after another, because the language is global
 * to the module.
 */
let last: Promise<unknown> = Promise.resolve();

/**
 * Renders one page to HTML.
 *
 * @param path a public page, or null for the shell without a page
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
      // Unlimited, because React would move larger parts into place with an inline script.
      progressiveChunkSize: Infinity,
    });
    const html = await new Response(prelude).text();
    // If a part throws, React leaves it to the client, where it appears only after the scripts have loaded.
    // That counts as a failure here.
    if (errors.length > 0)
      throw new AggregateError(errors, `Failed to render ${path} in ${language}`);
    return html;
  } finally {
    router.dispose();
  }
}
