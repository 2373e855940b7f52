/** Notices of finished work on this browser: subscribing, and leaving when the user signs out. */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { api } from '../api/client';
import { storage } from '../browser/storage';
import { createStore, useStore } from '../browser/store';

/** The user who switched the notices on here: another user of this browser has not. */
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

/** For the sign-out, which does not wait for a server that is away. */
export async function leavePush(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, 3_000));
  await Promise.race([stopPush().catch(() => undefined), late]);
}

function keepOwner(uid: string | null): void {
  owner.set(uid);
  if (uid === null) storage.remove(key);
  else storage.write(key, uid);
}
