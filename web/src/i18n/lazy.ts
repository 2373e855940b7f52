import { lazy, type ComponentType } from 'react';
import { loadWords } from './language';

/** A part of the first page that is fetched, with the words of the studio, when it is first shown. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [Part] = await Promise.all([load(), loadWords('studio')]);
    return { default: Part };
  });
}
