import { tabStorage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

/**
 * After a deployment a tab runs a build whose other files are gone. It reloads itself, once for each
 * build; drafts live in the tab's storage. Where that did not help, the person is asked to.
 */
const storageKey = 'sachet.reloaded';

/** How long the server may take to show that a reload would reach it. */
const reachableWithinMs = 10_000;

/** `stale`: the server does not have the file; `offline`: it cannot be reached. */
type Files = 'whole' | 'reloading' | 'stale' | 'offline';

const state = createStore<Files>('whole');

/** Whether a file of the client is missing, and what is done about it. */
export const useFiles = (): Files => useStore(state);

/** What could not be loaded is known and dealt with: no error of ours. */
export const isMissingFiles = () => state.get() !== 'whole';

/** The entry's name changes with each build. */
const thisBuild = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

export function startReloading(): void {
  window.addEventListener('vite:preloadError', () => {
    if (state.get() === 'reloading') return;
    const build = thisBuild();
    const wasReloaded = tabStorage.read(storageKey) === build;
    tabStorage.write(storageKey, build);
    // Storage that keeps nothing would have us reload for ever.
    if (wasReloaded || tabStorage.read(storageKey) !== build) return state.set('stale');
    state.set('reloading');
    void reload();
  });
}

/** A tab without a connection would lose what it shows for the browser's error page. */
async function reload(): Promise<void> {
  const signal = AbortSignal.timeout(reachableWithinMs);
  const isReachable = await fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReachable) return location.reload();
  tabStorage.remove(storageKey);
  state.set('offline');
}
