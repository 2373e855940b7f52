import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appears, expectReadable } from '../testing/access';
import { see, seeGone } from '../testing/mount';
import { signIn, someProfile } from '../testing/people';
import { answer } from '../testing/server';
import { visit } from '../testing/visit';

const notice = page.getByRole('region', { name: 'What is not allowed' });
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

test.each([
  ['never', null],
  ['three months ago', daysAgo(90)],
])(
  'given somebody who was told %s, then the rules stand there until they know them',
  async (_when, at) => {
    const uid = signIn({ profile: { rulesSeenAt: at } });
    answer('POST /api/rules-seen', someProfile({ uid }));
    await visit('/about', { phone: true });
    await see(notice.getByRole('link', { name: 'Read the rules' }));
    await expectReadable('the notice of the rules');
    await notice.getByRole('button', { name: 'I know' }).click();
    await seeGone(notice);
  },
);

test.each(['en', 'hi', 'hg'] as const)(
  'in %s the header, the disclaimer and the rules take at most 120 px of a phone',
  async (language) => {
    signIn({ profile: { rulesSeenAt: null } });
    await visit('/about', { phone: true, language });
    const bar = await appears('section:has(a[href="/content-policy"])');
    await expect.poll(() => bar.getBoundingClientRect().bottom).toBeLessThanOrEqual(120);
  },
);

test('given somebody who was told last week, or nobody, then there is no notice', async () => {
  signIn({ profile: { rulesSeenAt: daysAgo(7) } });
  await visit('/about');
  await see(page.getByRole('heading', { level: 1 }));
  expect(notice.elements()).toEqual([]);
});
