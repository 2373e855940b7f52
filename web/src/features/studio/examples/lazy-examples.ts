import { lazyPart } from '../../../app/base/lazy-part';

/** The examples are below the first screen, so their code loads after that of the page. */
export const Examples = lazyPart(async () => (await import('./Examples')).Examples, {
  area: 'first',
  coming: null,
  missing: null,
});
