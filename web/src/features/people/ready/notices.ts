/**
 * How a user learns on this browser that work is ready: by a notice, until they sign out, and by a mark in the tab's
 * title. Both are opt-in.
 */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { useEffect, useRef } from 'react';
import { api } from '../../../api/client';
import { persisted, storage } from '../../../browser/storage';
import { createStore, useStore } from '../../../browser/store';
import { useTranslation } from '../../../i18n/translate';
import { onWorkCleared } from '../../../app/session/work';

/** Stores the user who switched the notices on, because another user of this browser may not want them. */
const key = 'sachet.push';

const owner = createStore(storage.read(key));

export const usePushIsOn = (uid: string | null): boolean => useStore(owner) === uid && uid !== null;

export type PushState = 'available' | 'blocked' | 'needs-home-screen' | 'unsupported';

/** Whether this browser can receive notices. On an iPhone only an installed app can. */
export function readPushState(): PushState {
  if ('Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator) {
    return Notification.permission === 'denied' ? 'blocked' : 'available';
  }
  return isIos() && !isInstalled() ? 'needs-home-screen' : 'unsupported';
}

/** An iPad calls itself a Macintosh, which has no touch screen. */
export const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as Navigator & { standalone?: boolean }).standalone === true;

/** How long the service worker may take to be ready: a page that was never loaded before installs it. */
const workerTimeoutMs = 10_000;

async function getPushManager(): Promise<PushManager> {
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('the service worker is not ready')), workerTimeoutMs);
  });
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
}

/**
 * Asks for permission, which browsers allow only on a press, and subscribes. Returns false if the user
 * refuses.
 */
export async function startPush(uid: string, language: Language): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const [manager, { publicKey }] = await Promise.all([getPushManager(), api('GET /api/push')]);
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // A subscription of another installation's key cannot be reused.
  const subscription = await manager.subscribe(options).catch(async () => {
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await api('POST /api/push', {
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, language },
  });
  keepOwner(uid);
  return true;
}

/** The push service forgets this browser even if our server does not answer. */
export async function stopPush(): Promise<void> {
  if (owner.get() === null) return;
  const subscription = await (await getPushManager()).getSubscription();
  keepOwner(null);
  if (!subscription) return;
  const { endpoint } = subscription;
  await Promise.all([
    subscription.unsubscribe(),
    api('POST /api/push/remove', { body: { endpoint } }),
  ]);
}

/** The sign-out does not wait for a server that is away. */
onWorkCleared(async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 3_000));
  await Promise.race([stopPush().catch(() => undefined), late]);
});

function keepOwner(uid: string | null): void {
  owner.set(uid);
  if (uid === null) storage.remove(key);
  else storage.write(key, uid);
}

/** Whether the tab's title is marked when work is ready. Opt-in, for this browser. */
const isTitleOn = persisted('sachet.ready-title', (stored) => stored === 'true');

export const useTitleIsOn = (): boolean => useStore(isTitleOn);
export const setTitleIsOn = (on: boolean): void => isTitleOn.set(on);

let titleBefore: string | null = null;
let readyCount = 0;

/** Marks the title of a tab that is not visible, until it is: `(2) Ready · Wallet · Sachet`. */
export function markReady(word: string): void {
  if (!isTitleOn.get() || document.visibilityState === 'visible') return;
  if (titleBefore === null) {
    titleBefore = document.title;
    document.addEventListener('visibilitychange', restore, { once: true });
  }
  readyCount += 1;
  document.title = `(${readyCount}) ${word} · ${titleBefore}`;
}

function restore(): void {
  // A page that was opened in the meantime has set its own title.
  if (titleBefore !== null && document.title.endsWith(titleBefore)) document.title = titleBefore;
  titleBefore = null;
  readyCount = 0;
}

/** Marks the title when the number of finished things grows; undefined while it is unknown. */
export function useMarkWhenDone(done: number | undefined): void {
  const { t } = useTranslation();
  const before = useRef(done);
  const word = t('ready.tabReady');
  useEffect(() => {
    const known = before.current;
    before.current = done;
    if (known !== undefined && done !== undefined && done > known) markReady(word);
  }, [done, word]);
}
