// Pages of signed-in users are accessible and fit a phone.
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { OrganizationResponse } from '@sachet/shared/organizations/contracts/organization';
import { beforeEach, describe, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { appears, expectReadable } from '../testing/access';
import { someConversation, someTurn } from '../testing/conversations';
import {
  answerGenerations,
  someIdeas,
  somePicture,
  somePictureBought,
  someText,
} from '../testing/generations';
import { see } from '../testing/mount';
import { founder, signIn } from '../testing/people';
import { answer, keepBack, refuse } from '../testing/server';
import { somePurchase, someRow, someStatement } from '../testing/statement';
import { visit } from '../testing/visit';

const refused = {
  status: 'failed',
  error: 'Your prompt was refused by the safety system.',
  errorCategory: 'safety',
} as const;
const chat = { mode: 'general' } as const;
const price = 'Price a laddoo at twice what it costs you, and ask two neighbours.';

/** Results of two providers in every possible state. */
const results: Record<string, [GenerationResult, GenerationResult]> = {
  'failed and locked': [somePicture(refused), somePicture({ provider: 'openai' })],
  'unlocked, and an unlock that failed': [
    somePictureBought(),
    somePicture({ provider: 'openai', unlockStatus: 'failed', errorCategory: 'server' }),
  ],
  'being unlocked, and still waiting': [
    somePicture({ unlockStatus: 'pending' }),
    somePicture({ provider: 'openai', status: 'running' }),
  ],
  'paid text and failed text': [
    somePicture({ ...chat, content: price, unlocked: true, charged: 10 }),
    somePicture({ ...chat, ...refused, provider: 'openai' }),
  ],
  'locked texts': [
    somePicture({ ...chat, previewContent: price, contentWords: 80 }),
    somePicture({ ...chat, previewContent: price, contentWords: 120, provider: 'openai' }),
  ],
  captions: [
    someText({
      content: '1. Rain outside #tea\n2. Chai inside #chai',
      inputImageUrl: '/favicon.svg',
    }),
    someText({ ...refused, provider: 'openai' }),
  ],
  'edited photos': [
    somePicture({ mode: 'edit_image', inputImageUrl: '/favicon.svg' }),
    somePictureBought({ mode: 'edit_image', inputImageUrl: '/favicon.svg', provider: 'openai' }),
  ],
  ideas: [someIdeas('google'), someIdeas('openai', refused)],
};

/** The views that look different on a desk. */
const onDesk = new Set([
  'failed and locked',
  'unlocked, and an unlock that failed',
  'captions',
  'ideas',
]);

const markdown = `A [link](https://example.com), \`code\` and a table:

| Kite | Price |
|---|--:|
| Blue | ₹40 |

\`\`\`python
# a comment
def price(cost: float) -> int:
    return round(cost * 2.2, None) or "nothing"
\`\`\`
`;

const createdAt = '2026-03-01T10:00:00.000Z';

const conversation = someConversation({
  turnCount: 6,
  paidBlocks: 1,
  messages: [
    ...someTurn(1, { question: 'How do I price kites?', reply: markdown, charged: 15 }),
    ...someTurn(2, { question: 'And string?', reply: 'String is sold by', status: 'stopped' }),
  ],
  next: { block: 1, repliesLeft: 4, inr: 0 },
});

const rows = [
  someRow({ seq: 4, kind: 'AdjustedByAdmin', amount: -12_34_567.89, reason: 'A long reason' }),
  someRow({
    seq: 3,
    kind: 'TopUpCredited',
    amount: 500,
    paymentId: 'pay_1',
    orderId: 'order_1',
  }),
  somePurchase({ seq: 2 }),
  someRow(),
];

const invite = { invitedAt: createdAt, expiresAt: createdAt, budget: 1000 };
const organization: OrganizationResponse = {
  id: 'org_1',
  name: 'Chai & Co.',
  walletBalance: 12_34_567.89,
  members: [
    founder,
    {
      ...founder,
      uid: 'member',
      firstName: 'Meera',
      role: 'user',
      budget: 250,
      spentThisMonth: 99,
    },
  ],
  invites: [
    { ...invite, email: 'a.guest.with.a.long.name.indeed@people.test', mailStatus: 'queued' },
    { ...invite, email: 'another@people.test', mailStatus: 'failed' },
  ],
};

function signInAs(who: 'customer' | 'organization admin'): void {
  if (who === 'customer') signIn({ wallet: { held: 50, available: 12_34_517.89 } });
  else {
    const { id: organizationId, name: organizationName } = organization;
    signIn({
      profile: { accountType: 'organization', role: 'admin', organizationId, organizationName },
    });
  }
  answer('GET /api/statement', someStatement(rows, { next: 'older' }));
  answer('GET /api/organization', organization);
  answer('GET /api/conversation', conversation);
  answer('GET /api/conversations', { conversations: [conversation] });
}

describe.each([
  { language: 'en', device: 'laptop' },
  { language: 'hi', device: 'phone' },
] as const)('in $language on a $device', ({ language, device }) => {
  const settings = { language, phone: device === 'phone' };

  describe('a customer', () => {
    beforeEach(() => signInAs('customer'));

    const views = Object.entries(results).filter(([view]) => settings.phone || onDesk.has(view));
    test.each(views)('results are accessible and fit the screen when %s', async (view, both) => {
      answerGenerations(both);
      const ids = both.map(({ generationId }) => generationId);
      await visit(`/?mode=${both[0].mode}&results=${ids.join(',')}`, settings);
      await see(page.getByRole('article').nth(1));
      await appears('header a[href="/wallet"]');
      await expectReadable(view);
    });

    test('a chat is accessible and fits the screen', async () => {
      await visit('/?mode=general&chat=con_1', settings);
      await appears('[role=dialog] .hljs-keyword');
      await expectReadable('chat');
    });

    test('a new chat is accessible and fits the screen', async () => {
      await visit('/?mode=general&chat=new', settings);
      await appears('[role=dialog] [role=radio], [role=dialog] input[type=radio]');
      await expectReadable('new chat');
    });

    test('the form is accessible and fits the screen, with the latest results and while new ones are made', async () => {
      answerGenerations([]);
      const today = { createdAt: new Date().toISOString(), prompt: 'कमल का फूल '.repeat(20) };
      const generations = [somePicture(today), somePictureBought(today)];
      answer('GET /api/generations', { items: generations, next: null });
      await visit('/?mode=image', settings);
      await appears('h2 + a');
      await expectReadable('form with the latest results');
      await page.getByRole('textbox').first().fill('A night train through the Ghats');
      (await appears('form button[type=submit]')).click();
      await appears('article[aria-busy]');
      await expectReadable('waiting');
    });

    test('the wallet page, its menus and its dialog are accessible and fit the screen', async () => {
      await visit('/wallet', settings);
      await see(page.getByRole('listitem').filter({ hasText: '₹' }));
      await expectReadable('wallet page');
      const buttons = page.getByRole('banner').getByRole('button');
      await buttons.last().click();
      await see(page.getByRole('menu'));
      await expectReadable('account menu');
      await userEvent.keyboard('{Escape}');
      await buttons.nth(-2).click();
      await see(page.getByRole('dialog'));
      await expectReadable('wallet dialog');
    });

    test('the wallet page is accessible and fits the screen when the wallet cannot be loaded', async () => {
      refuse('GET /api/wallet', 'unavailable');
      refuse('GET /api/statement', 'unavailable');
      await visit('/wallet', settings);
      await see(page.getByRole('main').getByRole('alert'));
      await expectReadable('unread wallet');
    });

    test('a page that a user may not see is accessible and fits the screen', async () => {
      await visit('/admin', settings);
      await see(page.getByRole('main').getByRole('alert'));
      await expectReadable('refused page');
    });
  });

  describe('an organization admin', () => {
    beforeEach(() => signInAs('organization admin'));

    test('the organization page is accessible and fits the screen while loading, with an invalid address and with a dialog', async () => {
      const release = keepBack('GET /api/organization');
      await visit('/organization', settings);
      await see(page.getByRole('main').getByRole('status'));
      await appears('main [role=status] .animate-breathe');
      await expectReadable('organization, still loading');
      release();
      await see(page.getByRole('spinbutton').nth(1));
      await page.getByRole('main').getByRole('textbox').fill('meera@chai');
      await see(page.getByRole('main').getByRole('alert'));
      await expectReadable('organization, with an invalid address');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'guest' })
        .getByRole('button')
        .last()
        .click();
      await see(page.getByRole('dialog'));
      await expectReadable('cancelling an invite');
    });

    test('the wallet page of an organization is accessible and fits the screen', async () => {
      await visit('/wallet', settings);
      await see(page.getByRole('listitem').filter({ hasText: '₹' }));
      await expectReadable('wallet of an organization');
    });
  });
});
