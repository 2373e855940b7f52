import type { Brand } from '@sachet/shared/studio/contracts/brand';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectReadable } from '../../../testing/access';
import { mount, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { someKit } from '../../../testing/brand';
import { isBrandOn } from './brand';
import { BrandPage } from './BrandPage';

const kit = someKit({ phone: '98765 43210', address: 'Sarafa, Indore' });
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function show(brand: Brand) {
  signIn();
  answer('GET /api/brand', brand);
  answer('GET /api/brand/overlay', { image: pixel });
  await mount(<BrandPage />, { path: '/brand', phone: true });
  await see(page.getByRole('heading', { name: 'My brand' }));
}

const own = { organizationName: null, mayEdit: true };
const save = page.getByRole('button', { name: 'Save brand' });

beforeEach(() => isBrandOn.set(false));

test('a new brand is saved, switched on and shown on a picture', async () => {
  await show({ kit: null, ...own });
  await save.click();
  await see(page.getByText('Enter the name of your shop or brand.'));
  await page.getByLabelText('Name').fill('Sharma Sweets');
  await page.getByLabelText('Phone').fill('98765 43210');
  answer('POST /api/brand', { kit, ...own });
  await save.click();
  await see(page.getByText('Brand saved and switched on.'));
  expect(requestsTo('POST /api/brand')[0]?.body).toMatchObject({
    name: 'Sharma Sweets',
    phone: '98765 43210',
  });
  expect(requestsTo('POST /api/brand')[0]?.body).not.toHaveProperty('logoUploadId');
  expect(isBrandOn.get()).toBe(true);
  await see(page.getByAltText('Your brand on the picture'));
  await page.getByRole('radio', { name: 'Top left' }).click({ force: true });
  await expect
    .poll(() => requestsTo('GET /api/brand/overlay').at(-1)?.search.get('corner'))
    .toBe('top-left');
  await expectReadable('the brand page');
});

test('a refused kit says why and keeps what was typed', async () => {
  await show({ kit, ...own });
  refuse('POST /api/brand', 'invalid', 'name');
  await page.getByLabelText('Name').fill('Chai Corner');
  await save.click();
  await see(page.getByRole('alert').filter({ hasText: /./ }));
  await expect.element(page.getByLabelText('Name')).toHaveValue('Chai Corner');
});

test('a member sees the kit of the organization and who may change it, and no form', async () => {
  await show({ kit, organizationName: 'Chai & Co.', mayEdit: false });
  await see(page.getByText('only its admins can change it', { exact: false }));
  await see(page.getByText('Sarafa, Indore'));
  await seeGone(save);
});
