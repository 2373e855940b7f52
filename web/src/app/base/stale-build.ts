import { tabStorage } from '../../browser/storage';
import { createStore, useStore } from '../../browser/store';

/**
 * Handles files of the client that cannot be loaded. After a deployment, an open tab's other files no longer
 * exist. If a page is missing, the tab reloads once for each build; drafts are in the tab's storage. If only
 * a part of a page is missing, the user decides, because a reload loses what the page has in memory.
 */
const storageKey = 'sachet.reloaded';

/** If the server does not answer within this time, the tab does not reload. */
const reachableWithinMs = 10_000;

/** `stale`: the server no longer has the file; `offline`: the server cannot be reached. */
type Files = 'whole' | 'reloading' | 'stale' | 'offline';

const state = createStore<Files>('whole');

/** Returns whether a file of the client is missing, and how that is being handled. */
export const useFiles = (): Files => useStore(state);

/** Whether every file that was requested has loaded. */
export const areFilesWhole = (): boolean => state.get() === 'whole';

/** Identifies the build by the name of the entry file, which changes with each build. */
const thisBuild = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

/** After a part of a page did not load: asks the user to reload if the server no longer has this build. */
export async function noticeMissingFile(): Promise<void> {
  // In development, the entry is not a file of a build.
  const build = thisBuild();
  if (build.includes('/assets/') && (await ask(build)) === 404) state.set('stale');
}

/**
 * After a page did not load: reloads the tab once if the server answers, because a reload without a connection
 * shows the browser's error page. Otherwise, or afterwards, the user is asked to reload.
 */
export async function reloadForPage(): Promise<void> {
  if (state.get() === 'reloading') return;
  const build = thisBuild();
  const wasReloaded = tabStorage.read(storageKey) === build;
  tabStorage.write(storageKey, build);
  // If the storage does not work, the tab must not reload, because it would do so forever.
  if (wasReloaded || tabStorage.read(storageKey) !== build) return state.set('stale');
  state.set('reloading');
  if ((await ask('/')) === 200) return location.reload();
  tabStorage.remove(storageKey);
  state.set('offline');
}

/** Stops showing that the connection was lost. */
export function noticeLoadedFile(): void {
  if (state.get() === 'offline') state.set('whole');
}

/** Returns the status of the answer, or null if the server does not answer. */
async function ask(path: string): Promise<number | null> {
  const signal = AbortSignal.timeout(reachableWithinMs);
  return fetch(path, { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ status }) => status,
    () => null,
  );
}
