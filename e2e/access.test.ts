// What those see who are signed in: can everybody read it, and does it fit the screen? What a visitor
// sees is the matter of `web/src/access.test.tsx`.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChat, wholeAnswer } from './chat-steps.ts';
import { pixelsTooWide, setTextSize } from './in-page.ts';
import {
  arrive,
  browserOf,
  createMemberOf,
  createOrganizationAdmin,
  createWithAddress,
  inviteTo,
} from './people.ts';
import {
  askForPictures,
  publicPages,
  resultFrom,
  see,
  seeGone,
  someAddress,
  soon,
} from './steps.ts';
import { openStudio, type Studio } from './studio.ts';
import type { BrowserState } from './visitor.ts';

type Who = 'customer' | 'organisation admin' | 'super admin';
type Look = (view: string) => Promise<void>;

const superAdminAddress = someAddress('super');

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ SUPER_ADMIN_EMAILS: superAdminAddress });
});
afterAll(() => studio?.stop());

/** The browsers that the tours below are made with. */
const browsers: Partial<Record<Who, BrowserState>> = {};
/** A chat of the customer's, whose answer has a bit of everything. */
let chatUrl = '';
const answer = `A [link](https://example.com), \`code\` and a table:

| Kite | Price |
|---|--:|
| Blue | ₹40 |

\`\`\`python
# a comment
def price(cost: float) -> int:
    return round(cost * 2.2, None) or "nothing"
\`\`\`
`;

/** Where the customer has pictures in every state. */
const results: Record<string, string> = {};

beforeAll(async () => {
  await studio.visit(async ({ page, context }) => {
    await arrive(studio, page);
    await askForPictures(page, 'Mangoes on a newspaper [[fail:safety@google]]');
    await see(resultFrom(page, 'Google').getByText('You were not charged'));
    await see(resultFrom(page, 'OpenAI').getByRole('button', { name: /^Unlock/ }));
    results['failed and locked'] = page.url();

    await askForPictures(page, 'Marigolds in a brass bowl [[fail:server@openai#premium]]');
    for (const provider of ['Google', 'OpenAI'] as const) {
      await resultFrom(page, provider)
        .getByRole('button', { name: /^Unlock/ })
        .click();
    }
    await see(resultFrom(page, 'Google').getByRole('link', { name: 'Download' }));
    await see(resultFrom(page, 'OpenAI').getByText('Unlock failed'));
    results['unlocked and refused'] = page.url();

    await ask(page, bothWays, 'How do I price laddoos? [[fail:server@openai]]');
    await resultFrom(page, 'Google')
      .getByRole('button', { name: /^Unlock/ })
      .click();
    await see(resultFrom(page, 'Google').getByRole('button', { name: 'Copy' }));
    await see(resultFrom(page, 'OpenAI').getByText('You were not charged'));
    results['paid text and failed text'] = page.url();
    await ask(page, bothWays, 'What sells at a Diwali stall?');
    await see(resultFrom(page, 'OpenAI').getByRole('button', { name: /^Unlock/ }));
    results['locked texts'] = page.url();
    await ask(page, 'instagram_ideas', 'Home bakery');
    await see(page.getByRole('article').nth(7));
    results['ideas'] = page.url();
    await startChat(page, 'Kites for Uttarayan [[slow:0]]');
    await wholeAnswer(page, 0);
    chatUrl = page.url();
    await studio.books.query('update chat_turn set content = $1', [answer]);
    browsers.customer = await context.storageState();
  });
  const admin = await createOrganizationAdmin(studio);
  await createMemberOf(studio, admin);
  await inviteTo(studio, admin, someAddress('a.guest.with.a.long.name'));
  browsers['organisation admin'] = browserOf(studio, admin);
  const superAdmin = await createWithAddress(studio, superAdminAddress);
  browsers['super admin'] = browserOf(studio, superAdmin);
});

const bothWays = 'general&ask=both';

async function ask(page: Page, mode: string, words: string): Promise<void> {
  await page.goto(`/?mode=${mode}`);
  await page.locator('form').getByRole('textbox').first().fill(words);
  await page.locator('form button[type=submit]').click();
}

/** Through every main view; buttons are found by their place: their words change. */
async function tourSignedIn(page: Page, look: Look): Promise<void> {
  for (const [view, url] of Object.entries(results)) {
    await page.goto(url);
    await see(page.getByRole('article').nth(1));
    await seeGone(page.locator('article[aria-busy]'));
    await see(page.getByRole('banner').getByRole('link').filter({ hasText: '₹' }));
    await look(view);
  }
  await page.goto(chatUrl);
  await see(page.getByRole('dialog').locator('.hljs-keyword'));
  await look('chat');
  await page.goto('/?mode=general&chat=new');
  await see(page.getByRole('dialog').getByRole('radio'));
  await look('new chat');
  await page.goto('/?mode=image');
  await see(page.getByRole('heading', { level: 2 }).locator('+ a'));
  await look('form with the latest results');
  studio.google.shut();
  studio.openai.shut();
  await page.getByRole('textbox').fill('A night train through the Ghats');
  await page.locator('form button[type=submit]').click();
  await see(page.locator('article[aria-busy]').nth(1));
  await look('waiting');
  studio.google.open();
  studio.openai.open();
  await page.goto('/wallet');
  await see(page.getByRole('listitem').filter({ hasText: '₹' }));
  await look('wallet page');
  await page.getByRole('banner').getByRole('button').nth(-1).click();
  await see(page.getByRole('menu'));
  await look('account menu');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button').nth(-2).click();
  await see(page.getByRole('dialog'));
  await look('wallet dialog');
}

async function tourOrganization(page: Page, look: Look): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/organization', async (request) => {
    await held;
    await request.continue();
  });
  await page.goto('/organization');
  await see(page.getByRole('main').getByRole('status').locator('span').nth(1));
  await look('organisation, still loading');
  release();
  await see(page.getByRole('spinbutton').nth(1));
  await page.getByRole('main').getByRole('textbox').fill('meera@chai');
  await see(page.getByRole('main').getByRole('alert'));
  await look('organisation, with an address that is none');
  await page.getByRole('listitem').filter({ hasText: 'guest' }).getByRole('button').last().click();
  await see(page.getByRole('dialog'));
  await look('cancelling an invite');
  await page.goto('/wallet');
  await see(page.getByRole('heading', { level: 2 }).first());
  await see(page.getByRole('listitem').filter({ hasText: '₹' }));
  await look('wallet of an organisation');
  await page.goto('/admin');
  await see(page.getByRole('main').getByRole('alert'));
  await look('refused page');
}

async function tourAdmin(page: Page, look: Look): Promise<void> {
  await page.goto('/admin');
  for (const link of [1, 2, 3, 4, 5, 0]) {
    const tab = page.getByRole('main').getByRole('navigation').getByRole('link').nth(link);
    await tab.click();
    await see(page.getByRole('heading', { level: 1 }));
    await soon(async () => expect(await tab.getAttribute('aria-current')).toBe('page'));
    await look(new URL(page.url()).pathname);
  }
}

async function expectAccess(page: Page, view: string): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  expect(seriousFaults(await axe.analyze()), `${view}, light`).toEqual([]);
}

/** In dark only the colours differ, which the same axe can tell. */
async function expectAccessInDark(page: Page, view: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await page.evaluate<Findings>(
    `axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })`,
  );
  expect(seriousFaults(dark), `${view}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

type Findings = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;

function seriousFaults({ violations }: Findings): string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** With text as large as is usual, and twice as large. */
async function expectNoScrollingSideways(page: Page, view: string): Promise<void> {
  for (const percent of [200, 100]) {
    await page.evaluate(setTextSize, percent);
    const fault = `${view}: pixels too wide with text at ${percent} %`;
    expect(await page.evaluate(pixelsTooWide), fault).toBe(0);
  }
}

async function lookOnPhone(page: Page, view: string): Promise<void> {
  await expectNoScrollingSideways(page, view);
  await expectAccess(page, view);
  await expectAccessInDark(page, view);
}

/**
 * English as narrow as on a phone is worth a look, but no tour of its own; the colours of the dark
 * theme are the phone's.
 */
async function lookOnLaptop(page: Page, view: string): Promise<void> {
  await expectAccess(page, view);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoScrollingSideways(page, view);
  if (wide) await page.setViewportSize(wide);
}

describe.each([
  { language: 'en', device: 'laptop', look: lookOnLaptop },
  { language: 'hi', device: 'phone', look: lookOnPhone },
] as const)('in $language on a $device', ({ language, device, look }) => {
  test.each([
    { who: 'customer', tour: tourSignedIn },
    { who: 'organisation admin', tour: tourOrganization },
    { who: 'super admin', tour: tourAdmin },
  ] as const)(
    'no view of a $who has a serious fault of access, light or dark, or must be scrolled sideways',
    ({ who, tour }) =>
      studio.visit(({ page }) => tour(page, (view) => look(page, view)), {
        language,
        phone: device === 'phone',
        state: browsers[who],
        consent: 'denied',
      }),
  );
});

test('every public page opens by its address, and fits a phone', () =>
  studio.visit(
    async ({ page }) => {
      for (const [path, name] of Object.entries(publicPages)) {
        await page.goto(path);
        // Behind the dialog of /signup the page is hidden from whoever does not see.
        await see(page.getByRole('heading', { level: 1, name, includeHidden: true }));
        await expectNoScrollingSideways(page, path);
      }
    },
    { phone: true },
  ));
