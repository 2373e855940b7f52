import { lazy, type ComponentType } from 'react';
import { type Area, loadWords } from './language';

/** A lazy part of the first page. The texts of the studio and of `area` are loaded with it. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  area: Area = 'studio',
) {
  return lazy(async () => {
    const [Part] = await Promise.all([load(), loadWords('studio'), loadWords(area)]);
    return { default: Part };
  });
}
