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

/**
 * `missing`: a page did not load, even after a reload; `stale`: the server no longer has this build;
 * `offline`: the server cannot be reached.
 */
type Files = 'whole' | 'reloading' | 'missing' | 'stale' | 'offline';

const state = createStore<Files>('whole');

/** Returns whether a file of the client is missing, and how that is being handled. */
export const useFiles = (): Files => useStore(state);

/** Whether every file that was requested has loaded. */
export const areFilesWhole = (): boolean => state.get() === 'whole';

/** Identifies the build by the name of the entry file, which changes with each build. Empty in development. */
const thisBuild = () =>
  document.querySelector<HTMLMetaElement>('meta[name=scripts]')?.content.split(' ')[0] ?? '';

/** After a file did not load: asks the user to reload if the server no longer has this build. */
export async function noticeMissingFile(): Promise<void> {
  const build = thisBuild();
  const isGone = build !== '' && (await ask(build)) === 404;
  if (isGone) state.set('stale');
  else if (state.get() === 'stale') state.set('whole');
}

/**
 * After a page did not load: reloads the tab once if the server answers, because a reload without a connection
 * shows the browser's error page. Otherwise, or afterwards, the page says that it could not be shown.
 */
export async function reloadForPage(): Promise<void> {
  if (state.get() === 'reloading') return;
  const build = thisBuild();
  const wasReloaded = tabStorage.read(storageKey) === build;
  tabStorage.write(storageKey, build);
  // If the storage does not work, the tab must not reload, because it would do so forever.
  if (wasReloaded || tabStorage.read(storageKey) !== build) {
    state.set('missing');
    return noticeMissingFile();
  }
  state.set('reloading');
  if ((await ask('/')) === 200) return location.reload();
  tabStorage.remove(storageKey);
  state.set('offline');
}

/** Stops reporting what is over: a missing file, a lost connection, or a new build that was withdrawn. */
export function noticeLoadedFile(): void {
  if (state.get() === 'stale') void noticeMissingFile();
  else if (state.get() !== 'reloading') state.set('whole');
}

/** Returns the status of the answer, or null if the server does not answer. */
async function ask(path: string): Promise<number | null> {
  const signal = AbortSignal.timeout(reachableWithinMs);
  return fetch(path, { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ status }) => status,
    () => null,
  );
}
