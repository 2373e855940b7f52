import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayMs } from '@sachet/shared/time';
import { expectFocusInSight, expectReadable } from '../../../testing/access';
import { see, seeGone } from '../../../testing/mount';
import { signIn, someProfile } from '../../../testing/people';
import { answer } from '../../../testing/server';
import { answerStatement, history } from '../../../testing/statement';
import { visit } from '../../../testing/visit';

const notice = page.getByRole('region', { name: 'What is not allowed' });
const known = notice.getByRole('button', { name: 'I know' });
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

test.each([
  ['never', null],
  ['three months ago', daysAgo(90)],
])(
  'the notice of the rules stays until the user presses "I know" (last read: %s)',
  async (_when, at) => {
    const uid = signIn({ profile: { rulesSeenAt: at } });
    answer('POST /api/rules-seen', someProfile({ uid }));
    await visit('/?mode=general', { phone: true });
    await see(notice.getByRole('link', { name: 'Read the rules' }));
    if (at === null) {
      await expectReadable('the notice of the rules');
      expectFocusInSight('the notice of the rules');
    }
    await known.click();
    await seeGone(notice);
  },
);

test('a user who has read the rules last week sees no notice', async () => {
  signIn({ profile: { rulesSeenAt: daysAgo(7) } });
  await visit('/?mode=general');
  await see(page.getByRole('button', { name: 'Start Chat With AI' }));
  expect(notice.elements()).toEqual([]);
});

test('the notice of the rules is only where something is made', async () => {
  signIn({ profile: { rulesSeenAt: null } });
  answerStatement(history());
  await visit('/?mode=general');
  await see(known);
  for (const path of [
    '/',
    '/about',
    '/content-policy',
    '/wallet',
    '/library',
    '/account',
    '/prices',
  ]) {
    await visit(path);
    await see(page.getByRole('heading', { level: 1 }));
    expect(known.elements(), path).toEqual([]);
  }
});
