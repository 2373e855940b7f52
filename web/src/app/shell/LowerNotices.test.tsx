import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayMs } from '@sachet/shared/time';
import { expectFocusInSight, expectReadable } from '../../testing/access';
import { see } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { answer, keepBack } from '../../testing/server';
import { visit } from '../../testing/visit';

const banner = page.getByText('“Chai & Co.” invites you to join.');
const invitation = {
  id: '1',
  email: 'asha@people.test',
  organizationName: 'Chai & Co.',
  adminName: 'Imran Sheikh',
  invitedAt: new Date(Date.now() - dayMs).toISOString(),
  expiresAt: new Date(Date.now() + dayMs).toISOString(),
};

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
  'an invitation that arrives late moves nothing on the page: %j',
  async ({ phone }) => {
    signIn();
    answer('GET /api/invitations', { invitations: [invitation] });
    const release = keepBack('GET /api/invitations');
    await visit('/about', { phone });
    await see(page.getByRole('heading', { level: 1 }));
    // Loads the fonts first, because a font that loads later would change the line breaks.
    await document.fonts.load('1rem Inter', 'a₹');
    await document.fonts.ready;
    const before = await waitUntilStill();
    const readShifts = watchShifts();
    release();
    await see(banner);
    expect(places()).toEqual(before);
    expect(readShifts()).toEqual([]);
  },
);

test('the page scrolls a focused control above an invitation', async () => {
  signIn();
  answer('GET /api/invitations', { invitations: [invitation] });
  await visit('/about', { phone: true });
  await see(banner);
  await expectReadable('an invitation');
  expectFocusInSight('an invitation');
});
