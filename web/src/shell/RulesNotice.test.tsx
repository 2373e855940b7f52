import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { appears, expectFocusInSight, expectReadable } from '../testing/access';
import { see, seeGone } from '../testing/mount';
import { signIn, someProfile } from '../testing/people';
import { answer, keepBack } from '../testing/server';
import { answerStatement, history } from '../testing/statement';
import { visit } from '../testing/visit';

const notice = page.getByRole('region', { name: 'What is not allowed' });
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

test.each([
  ['never', null],
  ['three months ago', daysAgo(90)],
])(
  'the notice of the rules stays until the user presses "I know" (last read: %s)',
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
  'the notice of the rules is in the lower part of a phone, and the bars above it are small (%s)',
  async (language) => {
    signIn({ profile: { rulesSeenAt: null } });
    await visit('/about', { phone: true, language });
    const box = await appears('section:has(a[href="/content-policy"])');
    await waitUntilStill();
    const { top, bottom } = box.getBoundingClientRect();
    expect(top).toBeGreaterThan(innerHeight / 2);
    expect(bottom).toBeLessThan(innerHeight - 60);
    expect(document.querySelector('main')!.getBoundingClientRect().top).toBeLessThanOrEqual(120);
  },
);

/** Returns a function that lists the elements that the browser has reported as shifted since this call. */
function watchShifts(): () => string[] {
  type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
  const moved: string[] = [];
  const add = (entries: PerformanceEntryList) => {
    for (const { sources } of entries as Shift[]) {
      moved.push(...sources.map(({ node }) => (node as Element | null)?.outerHTML ?? 'removed'));
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  return () => {
    add(observer.takeRecords());
    return moved;
  };
}

const places = () =>
  ['main', 'h1', 'footer', 'nav'].map((tag) => {
    const box = document.querySelector(tag)?.getBoundingClientRect();
    return { tag, x: box?.x, y: box?.y, width: box?.width, height: box?.height };
  });

/** Waits until nothing has moved for half a second, because a slow machine paints in several steps. */
async function waitUntilStill() {
  let last = places();
  for (let frames = 0; frames < 30; frames += 1) {
    await new Promise(requestAnimationFrame);
    const now = places();
    if (JSON.stringify(now) !== JSON.stringify(last)) frames = 0;
    last = now;
  }
  return last;
}

test.each([{ phone: true }, { phone: false }])(
  'the rules and an invitation that arrive late move nothing on the page: %j',
  async ({ phone }) => {
    signIn({ profile: { rulesSeenAt: null } });
    const invitation = {
      id: '1',
      email: 'asha@people.test',
      organizationName: 'Chai & Co.',
      adminName: 'Imran Sheikh',
      invitedAt: daysAgo(1),
      expiresAt: daysAgo(-1),
    };
    answer('GET /api/invitations', { invitations: [invitation] });
    const released = [keepBack('GET /api/user'), keepBack('GET /api/invitations')];
    await visit('/about', { phone });
    await see(page.getByRole('heading', { level: 1 }));
    // Loads the fonts first, because a font that loads later would change the line breaks.
    await document.fonts.load('1rem Inter', 'a₹');
    await document.fonts.ready;
    const before = await waitUntilStill();
    const readShifts = watchShifts();
    const [releaseUser, releaseInvitations] = released;
    releaseUser!();
    await see(notice);
    releaseInvitations!();
    await see(page.getByText('“Chai & Co.” invites you to join.'));
    expect(places()).toEqual(before);
    expect(readShifts()).toEqual([]);
  },
);

test('the page scrolls a focused control above the notice of the rules', async () => {
  signIn({ profile: { rulesSeenAt: null } });
  await visit('/about', { phone: true });
  await see(notice);
  expectFocusInSight('the notice of the rules');
});

test('a user who has read the rules last week sees no notice', async () => {
  signIn({ profile: { rulesSeenAt: daysAgo(7) } });
  await visit('/about');
  await see(page.getByRole('heading', { level: 1 }));
  expect(notice.elements()).toEqual([]);
});

test('the notice of the rules does not cover the pages of the wallet', async () => {
  signIn({ profile: { rulesSeenAt: null } });
  answerStatement(history());
  await visit('/about', { phone: true });
  await see(notice);
  await page.getByRole('link', { name: /^Wallet, / }).click();
  await see(page.getByRole('heading', { name: 'Wallet', level: 1 }));
  await seeGone(notice);
});
