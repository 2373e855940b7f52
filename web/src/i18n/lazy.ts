import { lazy, type ComponentType } from 'react';
import { loadWords } from './language';

/** A lazy part of the first page, loaded together with the texts of the studio. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [Part] = await Promise.all([load(), loadWords('studio')]);
    return { default: Part };
  });
}
