// The page of a text that is sold, before anything is asked.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { resize, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { visit } from '../../../testing/visit';

test('a desk shows a sample of two texts under the words it answers, and a phone shows none', async () => {
  signIn();
  await visit('/?mode=product_description');
  const sample = page.getByText('Sample · “Blue cotton kurti, hand block print, sizes S to XXL');
  await see(sample);
  await see(page.getByText('Blue as a monsoon evening.'));
  await resize(360, 740);
  await expect.element(sample).not.toBeVisible();
});
