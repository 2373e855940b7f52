import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { InstallPrompt, ReadyWatch } from '../../../app/shell/LowerNotices';
import { expectAccess } from '../../../testing/access';
import { somePicture } from '../../../testing/generations';
import { mount, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { allow, announce, answer, refuse, requestsTo } from '../../../testing/server';
import { useLiveUpdates } from '../../../api/hooks';
import { reloadPersisted } from '../../../browser/storage';
import { stopPush } from './notices';
import { ReadySettings } from './ReadySettings';

const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };

/** The browser's side of a subscription: the test's browser has no push service. */
function haveBrowser(permission: NotificationPermission): { isSubscribed: () => boolean } {
  let isSubscribed = false;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      isSubscribed = false;
      return true;
    },
  };
  const pushManager = {
    subscribe: async () => {
      isSubscribed = true;
      return subscription;
    },
    getSubscription: async () => (isSubscribed ? subscription : null),
  };
  vi.stubGlobal('Notification', {
    permission,
    requestPermission: async () => (permission === 'default' ? 'granted' : permission),
  });
  const ready = Promise.resolve({ pushManager });
  const container = vi.spyOn(navigator.serviceWorker, 'ready', 'get');
  container.mockReturnValue(ready as unknown as Promise<ServiceWorkerRegistration>);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    container.mockRestore();
  });
  return { isSubscribed: () => isSubscribed };
}

beforeEach(() => {
  localStorage.clear();
  reloadPersisted();
  answer('GET /api/push', { publicKey: 'BPublicKey' });
  allow('POST /api/push');
  allow('POST /api/push/remove');
});

const push = page.getByRole('switch', { name: /Notify me on this device/ });
const title = page.getByRole('switch', { name: /Mark the tab/ });

test('notices are off until they are switched on, and the server forgets the browser on sign-out', async () => {
  const browser = haveBrowser('default');
  signIn();
  await mount(<ReadySettings />, { phone: true, language: 'en' });
  await expect.element(push).not.toBeChecked();
  await push.click();
  await expect.element(push).toBeChecked();
  expect(requestsTo('POST /api/push').map(({ body }) => body)).toEqual([
    { endpoint, keys, language: 'en' },
  ]);
  await stopPush();
  await expect.element(push).not.toBeChecked();
  expect(browser.isSubscribed()).toBe(false);
  expect(requestsTo('POST /api/push/remove').map(({ body }) => body)).toEqual([{ endpoint }]);
  await expectAccess('notices of finished work');
});

test('a browser that blocks notices, and a server that is away, say what to do', async () => {
  haveBrowser('denied');
  signIn();
  await mount(<ReadySettings />);
  await see(page.getByText(/This browser blocks notices from Sachet/));
  haveBrowser('default');
  refuse('POST /api/push', 'unavailable');
  await mount(<ReadySettings />);
  await push.click();
  await see(page.getByText('Couldn’t change the notices. Try again.'));
  await expect.element(push).not.toBeChecked();
});

/** Holds the offer's timer until the returned function is called. */
function holdTimer(): () => void {
  const wait = window.setTimeout.bind(window);
  const held: (() => void)[] = [];
  const spied = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) =>
      ms === 6_000 ? held.push(work) : wait(work, ms)) as typeof setTimeout);
  onTestFinished(() => spied.mockRestore());
  return () => held.splice(0).forEach((work) => work());
}

function Watched() {
  useLiveUpdates();
  return <ReadyWatch />;
}

test('notices are offered while a picture takes its time, never on load, and only once', async () => {
  haveBrowser('default');
  signIn();
  const running = somePicture({ status: 'running' });
  answer('GET /api/generations', { items: [running], next: null });
  const passTime = holdTimer();
  await mount(<Watched />);
  const offer = page.getByRole('region', { name: 'When your work is ready' });
  await expect.poll(() => requestsTo('GET /api/generations').length).toBeGreaterThan(0);
  await seeGone(offer);
  await expect
    .poll(() => {
      passTime();
      return offer.query();
    })
    .not.toBeNull();
  await offer.getByRole('button', { name: 'Not now' }).click();
  await seeGone(offer);
  await mount(<Watched />);
  await seeGone(offer);
  expect(localStorage.getItem('sachet.push-asked')).toBe('true');
});

test('the title of a hidden tab is marked when a picture is ready, if that is switched on', async () => {
  signIn();
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  onTestFinished(() => visibility.mockRestore());
  await mount(
    <>
      <ReadySettings />
      <Watched />
    </>,
  );
  await title.click();
  await expect.element(title).toBeChecked();
  document.title = 'Wallet · Sachet';
  visibility.mockReturnValue('hidden');
  const ready = somePicture({ status: 'ready' });
  answer('GET /api/generation', ready);
  await announce({ event: 'generation', id: ready.generationId });
  await expect.poll(() => document.title).toBe('(1) Ready · Wallet · Sachet');
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(document.title).toBe('Wallet · Sachet');
});

test('the installation is offered after the first purchase, once', async () => {
  const prompt = vi.fn<() => Promise<undefined>>(async () => undefined);
  globalThis.sachetInstall = Object.assign(new Event('beforeinstallprompt'), { prompt });
  onTestFinished(() => {
    globalThis.sachetInstall = undefined;
  });
  signIn({ profile: { lifetimeSpent: 0 } });
  const offer = page.getByRole('region', { name: 'Keep Sachet on your phone' });
  await mount(<InstallPrompt />, { phone: true });
  await seeGone(offer);
  signIn({ profile: { lifetimeSpent: 75 } });
  await mount(<InstallPrompt />, { phone: true });
  await see(offer);
  await expectAccess('the offer to install');
  await offer.getByRole('button', { name: 'Add to home screen' }).click();
  await seeGone(offer);
  expect(prompt).toHaveBeenCalledOnce();
  globalThis.sachetInstall = Object.assign(new Event('beforeinstallprompt'), { prompt });
  await mount(<InstallPrompt />, { phone: true });
  await seeGone(offer);
});
