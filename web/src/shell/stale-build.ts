import { tabStorage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

/**
 * After a deployment, an open tab runs a build whose other files no longer exist. It reloads once
 * for each build; drafts are in the tab's storage. If that does not help, the user is asked to
 * reload.
 */
const storageKey = 'sachet.reloaded';

/** The time in which the server must answer before the tab reloads. */
const reachableWithinMs = 10_000;

/** `stale`: the server does not have the file; `offline`: it cannot be reached. */
type Files = 'whole' | 'reloading' | 'stale' | 'offline';

const state = createStore<Files>('whole');

/** Whether a file of the client is missing, and what is being done. */
export const useFiles = (): Files => useStore(state);

/** Missing files are already handled, so they are not reported as errors. */
export const isMissingFiles = () => state.get() !== 'whole';

/** The entry file's name changes with each build. */
const thisBuild = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

export function startReloading(): void {
  window.addEventListener('vite:preloadError', () => {
    if (state.get() === 'reloading') return;
    const build = thisBuild();
    const wasReloaded = tabStorage.read(storageKey) === build;
    tabStorage.write(storageKey, build);
    // Without a working storage, the tab would reload forever.
    if (wasReloaded || tabStorage.read(storageKey) !== build) return state.set('stale');
    state.set('reloading');
    void reload();
  });
}

/** A tab that reloads without a connection would show only the browser's error page. */
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
