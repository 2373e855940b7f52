import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../../testing/mount';
import { MoneyWarning } from './confirm';

test.each([
  [5000, false],
  [5000.01, true],
  [-5000, false],
  [-5000.01, true],
])('a confirmation of %d rupees warns of a large amount: %s', async (rupees, isLarge) => {
  await mount(
    <MoneyWarning rupees={rupees} reason="Goodwill">
      Add credits?
    </MoneyWarning>,
  );
  await expect.element(page.getByText('Reason: Goodwill')).toBeVisible();
  expect(page.getByText('This is a large amount (> ₹5000).').elements()).toHaveLength(
    isLarge ? 1 : 0,
  );
});
