import { tabStorage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

/**
 * After a deployment a tab runs a build whose other files are gone. It reloads itself, once for each
 * build; drafts live in the tab's storage. Where that did not help, the person is asked to.
 */
const storageKey = 'sachet.reloaded';

const state = createStore<'whole' | 'reloading' | 'stale'>('whole');

/** A file that was to come is missing, and reloading by ourselves is no use. */
export const useIsStale = () => useStore(state) === 'stale';

/** What could not be loaded is known and dealt with: no error of ours. */
export const isMissingFiles = () => state.get() !== 'whole';
export const isReloading = () => state.get() === 'reloading';

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
  const isReachable = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReachable) return location.reload();
  tabStorage.remove(storageKey);
  state.set('stale');
}
