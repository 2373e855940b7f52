// The service worker of the installed client: an offline page, photos that other apps share, and notices of
// finished work. It caches no API answers and no user's pictures. Pages always come from the network, so that
// a release is used at the next navigation. `web/vite-plugins.ts` fills in the cached files.

/** @type {string[]} */
const files = __FILES__;
const cacheName = 'sachet-__VERSION__';
/** Holds one shared photo until the editor takes it (src/features/studio/pictures/EditTool.tsx). */
const sharedCache = 'sachet-shared';
const sharedMaxBytes = 40 * 1024 * 1024;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(cacheName);
  // The browser's own cache may have an old version of a file without a hash in its name.
  await cache.addAll(
    files.map((file) => new Request(file, isHashed(file) ? undefined : { cache: 'reload' })),
  );
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const isOld = (name) => name.startsWith('sachet-') && name !== cacheName && name !== sharedCache;
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const isHashed = (path) => path.startsWith('/assets/');

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.method === 'POST' && pathname === '/share') {
    // The server refuses the request.
    if (isForeign(request)) return;
    event.respondWith(takeShared(request));
  } else if (request.method === 'GET' && request.mode === 'navigate') {
    event.respondWith(fetchPage(event));
  } else if (request.method === 'GET' && files.includes(pathname)) {
    event.respondWith(fetchFile(request, pathname));
  }
});

async function fetchPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match('/offline.html')) ?? Response.error();
  }
}

async function fetchFile(request, path) {
  if (isHashed(path)) return (await caches.match(request)) ?? fetch(request);
  return fetch(request).catch(async () => (await caches.match(request)) ?? Response.error());
}

/** A form can hide its origin, as a share does; the server detects that at the redirect. */
function isForeign(request) {
  const origin = request.headers.get('origin');
  return origin !== null && origin !== 'null' && origin !== self.location.origin;
}

async function takeShared(request) {
  await caches.delete(sharedCache);
  const form = await request.formData().catch(() => null);
  const photo = form?.get('photo');
  if (photo instanceof File && photo.size <= sharedMaxBytes) {
    const cache = await caches.open(sharedCache);
    const headers = { 'Content-Type': photo.type, 'X-Name': encodeURIComponent(photo.name) };
    await cache.put('/shared-photo', new Response(photo, { headers }));
  }
  return Response.redirect('/?mode=edit_image&shared=1', 303);
}

self.addEventListener('push', (event) => event.waitUntil(show(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event)));

/** The worker's message (shared/people/push.ts) has no words or pictures of the user. */
async function show(event) {
  const { title, body, url } = event.data?.json() ?? {};
  if (typeof body !== 'string') return;
  const windows = await self.clients.matchAll({ type: 'window' });
  // A user of the visible client sees the picture. Safari withdraws the permission after messages without a notice.
  const isSafari = !/Chrome|Firefox/.test(self.navigator.userAgent);
  if (!isSafari && windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await self.registration.showNotification(String(title), {
    body,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    // The same tag replaces an earlier notice.
    tag: 'ready',
    data: { url },
  });
}

/** Opens the work in a window of the client, or in a new one. Only our own pages. */
async function open({ notification }) {
  notification.close();
  const url = new URL(String(notification.data?.url ?? '/'), self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [known] = await self.clients.matchAll({ type: 'window' });
  if (!known) return void (await self.clients.openWindow(url.href));
  await known.focus();
  await known.navigate(url.href).catch(() => self.clients.openWindow(url.href));
}
