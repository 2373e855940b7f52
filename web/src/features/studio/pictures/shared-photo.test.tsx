import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { takeSharedPhoto } from './EditTool';
import { clearWork } from '../../../app/session/work';
import { seeGone } from '../../../testing/mount';
import { visit } from '../../../testing/visit';

/** Stores a photo in the same way as the service worker. */
async function share(): Promise<void> {
  const cache = await caches.open('sachet-shared');
  const headers = { 'Content-Type': 'image/jpeg', 'X-Name': encodeURIComponent('दीवाली.jpg') };
  await cache.put('/shared-photo', new Response('bytes', { headers }));
}

test('a photo that another app shares can be taken once, with its name', async () => {
  await share();
  const photo = await takeSharedPhoto();
  expect([photo?.name, photo?.type, await photo?.text()]).toEqual([
    'दीवाली.jpg',
    'image/jpeg',
    'bytes',
  ]);
  expect(await takeSharedPhoto()).toBeNull();
});

test('an unused shared photo is deleted when the user signs out', async () => {
  await share();
  clearWork();
  await expect.poll(() => caches.has('sachet-shared')).toBe(false);
});

test('an editor that was not opened by a share deletes a stored photo, because another site may have posted it', async () => {
  await share();
  await visit('/?mode=edit_image');
  await expect.poll(() => caches.has('sachet-shared')).toBe(false);
  await seeGone(page.getByAltText('Your photo: दीवाली.jpg'));
});
