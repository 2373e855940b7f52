// A submit button that is always visible, while a required field above the screen is empty.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { visit } from '../../../testing/visit';

test.each([
  ['image', 'Generate previews · Free'],
  ['edit_image', 'Generate previews · Free'],
  ['instagram_ideas', 'Get ideas from both · Free'],
])(
  'a submit of the %s tool without a required field moves the focus and the page to it',
  async (mode, action) => {
    signIn();
    await visit(`/?mode=${mode}`, { phone: true });
    const submit = page.getByRole('button', { name: action });
    await see(submit);
    scrollTo(0, document.documentElement.scrollHeight);
    await submit.click();
    const field = () => document.activeElement;
    await expect.poll(() => field()?.getAttribute('aria-invalid')).toBe('true');
    const header = document.querySelector('header > *')!.getBoundingClientRect();
    await expect.poll(() => field()!.getBoundingClientRect().bottom).toBeGreaterThan(header.bottom);
  },
);
