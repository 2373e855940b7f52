/**
 * Returns a photo that another app has shared with the installed client. The service worker has stored it
 * until now.
 */
const cacheName = 'sachet-shared';

export async function takeSharedPhoto(): Promise<File | null> {
  try {
    const cache = await caches.open(cacheName);
    const answer = await cache.match('/shared-photo');
    await caches.delete(cacheName);
    if (!answer) return null;
    const name = decodeURIComponent(answer.headers.get('X-Name') ?? '') || 'photo';
    const type = answer.headers.get('Content-Type') ?? '';
    return new File([await answer.blob()], name, { type });
  } catch {
    return null;
  }
}
