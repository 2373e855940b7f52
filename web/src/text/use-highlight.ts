import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';

type Highlight = NonNullable<Options['rehypePlugins']>[number];

const fence = /^ {0,3}(?:```|~~~)/m;

let loaded: Highlight | null = null;

/** Fetched with the first block of code that is shown; until then code is plain. */
export function useHighlight(text: string): Highlight | null {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded);
  const isNeeded = highlight === null && fence.test(text);
  useEffect(() => {
    if (!isNeeded) return;
    let gone = false;
    import('rehype-highlight').then(
      (plugin) => {
        loaded = plugin.default;
        if (!gone) setHighlight(() => loaded);
      },
      // Plain code can be read as well.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [isNeeded]);
  return highlight;
}
