import { lazy, type ComponentType } from 'react';
import { loadWords } from './language';

/** A lazy part of the first page. The texts of the studio are loaded with it. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [Part] = await Promise.all([load(), loadWords('studio')]);
    return { default: Part };
  });
}
