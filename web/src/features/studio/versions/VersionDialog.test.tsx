import type { Brand } from '@sachet/shared/studio/contracts/brand';
import type { PictureVersion, VersionRequest } from '@sachet/shared/studio/contracts/version';
import { beforeEach, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { isBrandOn } from '../brand/brand';
import { expectReadable } from '../../../testing/access';
import { somePicture, somePictureBought } from '../../../testing/generations';
import { mount, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { allow, answer, refuse, requestsTo } from '../../../testing/server';
import { someKit } from '../../../testing/brand';
import { VersionButton } from './VersionButton';
import { VersionList } from './VersionList';

const brand: Brand = {
  kit: someKit({ phone: '98765 43210' }),
  organizationName: null,
  mayEdit: true,
};
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const someVersion = (given: Partial<PictureVersion> = {}): PictureVersion => ({
  versionId: 'ver_1',
  format: 'status',
  fit: 'crop',
  brand: null,
  imageUrl: '/favicon.svg',
  thumbnails: null,
  width: 1080,
  height: 1920,
  bytes: 98_000,
  createdAt: '2026-03-01T10:00:00.000Z',
  ...given,
});

const dialog = page.getByRole('dialog', { name: 'Sizes & brand' });
const saveVersion = dialog.getByRole('button', { name: 'Save this version · Free' });

async function show(generation = somePictureBought(), given = brand) {
  signIn();
  answer('GET /api/brand', given);
  answer('GET /api/brand/overlay', { image: pixel });
  await mount(<VersionButton generation={generation} look="plain" />, { phone: true });
  await page.getByRole('button', { name: 'Sizes & brand' }).click();
  await see(dialog);
  return generation;
}

/** Chooses a radio button that the button for saving may cover on a phone until the user scrolls. */
const pick = (radio: Locator) => (radio.element() as HTMLElement).click();

beforeEach(() => isBrandOn.set(false));

test('a bought picture is fitted to a format with the brand at a corner, and then downloaded and shared', async () => {
  const { generationId } = await show();
  // As it is, there is nothing to make.
  await see(dialog.getByRole('link', { name: 'Download' }));
  pick(dialog.getByRole('radio', { name: 'Status' }));
  pick(dialog.getByRole('radio', { name: 'Extend the edges' }));
  await dialog.getByRole('checkbox', { name: 'Put Sharma Sweets on it' }).click();
  pick(dialog.getByRole('radio', { name: 'Top right' }));
  await see(dialog.getByAltText('Your brand on the picture'));
  await see(dialog.getByText('Up to 1080 × 1920 px · under 100 kB'));
  await expectReadable('the formats and the brand of a picture');
  // To stay under the limit, the saved picture may be smaller than the format.
  answer('POST /api/version', someVersion({ width: 846, height: 1504, bytes: 88_400 }));
  await saveVersion.click();
  await see(dialog.getByText('Saved in your library, with this picture.'));
  await see(dialog.getByText('846 × 1504 px · 88 kB'));
  await see(dialog.getByRole('button', { name: 'Share' }));
  expect(requestsTo('POST /api/version').map(({ body }) => body as VersionRequest)).toEqual([
    {
      generationId,
      format: 'status',
      fit: 'extend',
      brand: { corner: 'top-right', logo: false, strip: true },
    },
  ]);
  // Another choice is another version.
  pick(dialog.getByRole('radio', { name: 'Post', exact: true }));
  await see(saveVersion);
});

test('the dialog of a picture that is not bought says to unlock it first', async () => {
  isBrandOn.set(true);
  await show(somePicture());
  await see(dialog.getByText('Unlock the picture first.', { exact: false }));
  await seeGone(saveVersion);
});

test('a refusal is said in the dialog, and the next press tries again', async () => {
  await show();
  pick(dialog.getByRole('radio', { name: 'Post', exact: true }));
  pick(dialog.getByRole('radio', { name: 'A4 poster' }));
  refuse('POST /api/version', 'rate_limited');
  await saveVersion.click();
  await see(dialog.getByRole('alert').filter({ hasText: /./ }));
  answer('POST /api/version', someVersion({ format: 'a4' }));
  await saveVersion.click();
  await see(dialog.getByText('Saved in your library, with this picture.'));
});

test('without a kit the dialog leads to the brand page, and a member of an organization to its admin', async () => {
  await show(somePictureBought(), { ...brand, kit: null });
  await see(dialog.getByRole('link', { name: 'Add your brand: logo, phone, colors' }));
  await show(somePictureBought(), { kit: null, organizationName: 'Chai & Co.', mayEdit: false });
  await see(dialog.getByText('An admin of your organization can set it up.'));
});

test('the library lists the versions of a picture, and deletes one', async () => {
  signIn();
  const shownUrls: (string | null)[] = [];
  const show = (url: string | null) => shownUrls.push(url);
  const versions = [someVersion(), someVersion({ versionId: 'ver_2', format: null })];
  answer('GET /api/versions', () => ({ versions }));
  await mount(<VersionList generationId="gen_1" shownUrl={null} onShow={show} />, { phone: true });
  await see(page.getByText('1080 × 1920 px · 98 kB').first());
  await page.getByRole('button', { name: 'Version: Status' }).click();
  expect(shownUrls).toEqual(['/favicon.svg']);
  allow('DELETE /api/version');
  await page.getByRole('button', { name: 'Delete: Status' }).click();
  await see(page.getByText('Version deleted. The picture stays.'));
  expect(requestsTo('DELETE /api/version')[0]?.search.get('id')).toBe('ver_1');
});
