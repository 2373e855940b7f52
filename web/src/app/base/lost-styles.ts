// Vite requests the style sheet of a part only once, even if it did not load.
import { isInBrowser } from '../../browser/is-in-browser';

const lost = new Set<HTMLLinkElement>();

function keepLost({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
}

// The error of a link does not bubble.
if (isInBrowser) addEventListener('error', keepLost, { capture: true });

/** Requests the style sheets that did not load. Rejects if one is missing again. */
export async function loadLostStyles(): Promise<void> {
  await Promise.all([...lost].map(loadAgain));
}

function loadAgain(link: HTMLLinkElement): Promise<unknown> {
  lost.delete(link);
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    next.addEventListener('load', resolve);
    next.addEventListener('error', reject);
    link.replaceWith(next);
  });
}
