import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearWork } from '../session/work';
import { seeGone } from '../testing/mount';
import { visit } from '../testing/visit';
import { takeSharedPhoto } from './shared-photo';

/** As the service worker does it. */
async function share(): Promise<void> {
  const cache = await caches.open('sachet-shared');
  const headers = { 'Content-Type': 'image/jpeg', 'X-Name': encodeURIComponent('दीवाली.jpg') };
  await cache.put('/shared-photo', new Response('bytes', { headers }));
}

test('a photo that another app shares is taken once, with its name', async () => {
  await share();
  const photo = await takeSharedPhoto();
  expect([photo?.name, photo?.type, await photo?.text()]).toEqual([
    'दीवाली.jpg',
    'image/jpeg',
    'bytes',
  ]);
  expect(await takeSharedPhoto()).toBeNull();
});

test('given that nobody took it, when its owner signs out, then it is gone', async () => {
  await share();
  clearWork();
  await expect.poll(() => caches.has('sachet-shared')).toBe(false);
});

test('an editor that no share opened drops the photo that another site may have posted', async () => {
  await share();
  await visit('/?mode=edit_image');
  await expect.poll(() => caches.has('sachet-shared')).toBe(false);
  await seeGone(page.getByAltText('Your photo: दीवाली.jpg'));
});
