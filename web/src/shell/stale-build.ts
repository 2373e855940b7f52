import { tabStorage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

/**
 * Handles an open tab after a deployment: its build's other files no longer exist. The tab reloads once for
 * each build; drafts are in the tab's storage. If a file is still missing afterwards, the user is asked to
 * reload.
 */
const storageKey = 'sachet.reloaded';

/** If the server does not answer within this time, the tab does not reload. */
const reachableWithinMs = 10_000;

/** `stale`: the server no longer has the file; `offline`: the server cannot be reached. */
type Files = 'whole' | 'reloading' | 'stale' | 'offline';

const state = createStore<Files>('whole');

/** Returns whether a file of the client is missing, and how that is being handled. */
export const useFiles = (): Files => useStore(state);

/**
 * Whether files of the client are missing. Errors are then not logged, because this module already handles
 * them.
 */
export const isMissingFiles = () => state.get() !== 'whole';

/** Identifies the build by the name of the entry file, which changes with each build. */
const thisBuild = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

export function startReloading(): void {
  window.addEventListener('vite:preloadError', () => {
    if (state.get() === 'reloading') return;
    const build = thisBuild();
    const wasReloaded = tabStorage.read(storageKey) === build;
    tabStorage.write(storageKey, build);
    // If the storage does not work, the tab must not reload, because it would do so forever.
    if (wasReloaded || tabStorage.read(storageKey) !== build) return state.set('stale');
    state.set('reloading');
    void reload();
  });
}

/**
 * Reloads only if the server answers, because a reload without a connection shows the browser's error page.
 */
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
