import type { StatementRow } from '@sachet/shared/contracts/statement';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../testing/access';
import { watchDownloads } from '../testing/downloads';
import { mount, see, seeGone, visit } from '../testing/mount';
import { founder, signIn } from '../testing/people';
import {
  announce,
  answer,
  answerFile,
  cutOff,
  keepBack,
  refuse,
  requestsTo,
} from '../testing/server';
import { answerStatement, somePurchase, someRow, someStatement } from '../testing/statement';
import { Statement } from './Statement';

const list = page.getByRole('list', { name: 'Statement' });
const rowsOnShow = () => list.getByRole('listitem');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const textOf = (element: Element) => element.textContent;

/** What each row says happened, its effect, and the balance it left. */
const readRows = () =>
  rowsOnShow()
    .elements()
    .map((row) => {
      const [title, , amount, balance] = [...row.querySelectorAll('p')].map(textOf);
      return [title, amount, balance];
    });

/** When, by whom, why: what stands small under a row's title. */
const detailsOf = (row: number) =>
  rowsOnShow().nth(row).element().querySelectorAll('p')[1]?.textContent;

const readTotals = () =>
  [...document.querySelectorAll('dl[aria-label=Totals] dd')].map((total) => total.textContent);

const filterInAddress = () => Object.fromEntries(new URLSearchParams(location.search));
const filterAsked = () => Object.fromEntries(requestsTo('GET /api/statement').at(-1)?.search ?? []);

/** A top-up, a picture that was set aside and then paid, and the bonus before them. */
const history = () => [
  someRow({ seq: 4, kind: 'TopUpCredited', amount: 200, balanceAfter: 375, paymentId: 'pay_1' }),
  somePurchase({ seq: 3 }),
  somePurchase({
    seq: 2,
    kind: 'HoldPlaced',
    amount: 0,
    held: 75,
    balanceAfter: 250,
    heldAfter: 75,
    modelName: null,
  }),
  someRow(),
];

const isSpent = ({ kind }: StatementRow) => kind === 'HoldCaptured';
const byKind = (row: StatementRow, search: URLSearchParams) =>
  search.get('kind') !== 'spent' || isSpent(row);

async function show(path = '/wallet', settings: Parameters<typeof mount>[1] = {}): Promise<void> {
  await mount(<Statement />, { path, ...settings });
}

describe('what rows say', () => {
  test('money that came and went is told in plain words, with what it left', async () => {
    signIn();
    answerStatement(history());
    await show();

    await expect.poll(readRows).toEqual([
      ['Money added', '+₹200.00', 'Balance ₹375.00'],
      ['Image unlocked, Gemini Pro Image, 1024 px', '−₹75.00', 'Balance ₹175.00'],
      ['Set aside: image, Google, 1024 px', '—', 'Balance ₹250.00₹75.00 of it set aside'],
      ['Sign-up bonus', '+₹250.00', 'Balance ₹250.00'],
    ]);
    expect(readTotals()).toEqual(['4', '₹450.00', '₹75.00']);
    expect(detailsOf(0)).toBe('1 Mar 2026, 3:30 pm · pay_1');
    expect(detailsOf(1)).toBe('1 Mar 2026, 3:30 pm · From the ₹75.00 set aside');
    expect(detailsOf(2)).toBe('1 Mar 2026, 3:30 pm · Set aside ₹75.00');
    await see(page.getByText('That is everything.'));
  });

  test('each kind of thing that was bought, set aside or given back has a title of its own', async () => {
    signIn();
    const given: [title: string, Partial<StatementRow>][] = [
      [
        'Image unlocked, Gemini Pro Image, 2048 px, the difference to 1024 px',
        { finalSize: 2048, smallerSize: 1024 },
      ],
      ['Edit unlocked, Gemini Pro Image, 1024 px', { tool: 'edit_image', mode: 'edit_image' }],
      ['Answer unlocked, GPT', { tool: 'general', finalSize: null, modelName: 'GPT' }],
      ['Chat, 5 replies, GPT', { tool: 'chat', finalSize: null, modelName: 'GPT' }],
      ['Caption unlocked, GPT', { tool: 'instagram', finalSize: null, modelName: 'GPT' }],
      ['Released: image, Google, 1024 px', { kind: 'HoldVoided', amount: 0 }],
      ['Released, time ran out: image, Google, 1024 px', { kind: 'HoldExpired', amount: 0 }],
      ['Refund: image, Google, 1024 px', { kind: 'ChargeRefunded', amount: 75, held: 0 }],
    ];
    answerStatement(given.map(([, row], index) => somePurchase({ seq: 9 - index, ...row })));
    await show();
    const titles = given.map(([title]) => title);
    await expect.poll(() => readRows().map(([title]) => title)).toEqual(titles);
  });

  test("the reason stands beside it: a failure's category, a cancelling, an admin's own words", async () => {
    signIn();
    const released = { kind: 'HoldVoided', amount: 0, held: 0 } as const;
    answerStatement([
      somePurchase({ ...released, seq: 3, reason: 'safety' }),
      somePurchase({ ...released, seq: 2, reason: 'cancelled' }),
      someRow({ kind: 'AdjustedByAdmin', reason: 'Diwali gift' }),
    ]);
    await show();
    await see(rowsOnShow());
    expect([0, 1, 2].map((row) => detailsOf(row)?.split(' · ')[1])).toEqual([
      'Stopped for safety',
      'Cancelled',
      'Diwali gift',
    ]);
  });

  test('what was bought is a link to where it can be seen; what was not has none', async () => {
    signIn();
    answerStatement([
      somePurchase({ seq: 3 }),
      somePurchase({
        seq: 2,
        tool: 'chat',
        mode: null,
        generationId: null,
        conversationId: 'con_1',
      }),
      someRow(),
    ]);
    await show();
    const links = list.getByRole('link');
    await expect
      .poll(() => links.elements().map((link) => link.getAttribute('href')))
      .toEqual(['/?mode=image&results=gen_bought', '/?mode=general&chat=con_1']);
  });

  test('in Hindi the rows are Hindi, and their digits are the same', async () => {
    signIn();
    answerStatement(history());
    await show('/wallet', { language: 'hi' });
    await expect.poll(() => document.querySelectorAll('section li').length).toBe(4);
    const words = document.querySelector('section ul')?.textContent ?? '';
    expect(words).toMatch(/[\u0900-\u097f]/);
    expect(words).toContain('₹375.00');
    expect(words).not.toMatch(/Money added|Balance|set aside/i);
  });

  test('long words and large sums stay inside a phone, and can be read', async () => {
    signIn();
    const reason = 'बहुत लम्बा कारण '.repeat(12) + 'x'.repeat(80);
    answerStatement([
      someRow({
        seq: 2,
        kind: 'AdjustedByAdmin',
        amount: -12_34_567.89,
        balanceAfter: 98_76_543.21,
        reason,
      }),
      somePurchase({ modelName: 'A model with a very long name '.repeat(4) }),
    ]);
    await show('/wallet', { phone: true });
    await see(rowsOnShow().getByText('−₹12,34,567.89'));
    await expectToFit('a statement of long words');
    await expectAccess('a statement of long words');
  });
});

describe('the states of the list', () => {
  test('while it is read, its place is kept; a wallet without events says what will come', async () => {
    signIn();
    answerStatement([]);
    const release = keepBack('GET /api/statement');
    await show();
    const waiting = document.getElementsByClassName('animate-breathe');
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    expect(page.getByText('Nothing has moved yet').query()).toBeNull();
    await expectAccess('a statement that is being read');
    release();
    await see(page.getByText('Nothing has moved yet'));
    expect(waiting.length).toBe(0);
    expect(readTotals()).toEqual(['0', '₹0.00', '₹0.00']);
    await expectAccess('a statement without a row');
  });

  test('one that cannot be read says so with the reason, and is read when asked for again', async () => {
    signIn();
    refuse('GET /api/statement', 'forbidden');
    await show();
    const alert = page.getByRole('alert');
    await see(alert.getByText('Your statement could not be read.'));
    await see(alert.getByText('Refused: forbidden'));
    await expectAccess('a statement that could not be read');
    answerStatement(history());
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => rowsOnShow().elements().length).toBe(4);
    await seeGone(alert);
  });

  test('more than a page comes when it is asked for, each row once, and a failing page can be asked for again', async () => {
    signIn();
    const rows = Array.from({ length: 35 }, (_, index) => someRow({ seq: 35 - index, amount: 1 }));
    answerStatement(rows);
    await show();
    await expect.poll(() => rowsOnShow().elements().length).toBe(30);
    expect(readTotals()).toEqual(['35', '₹35.00', '₹0.00']);
    expect(page.getByText('That is everything.').query()).toBeNull();

    cutOff('GET /api/statement');
    await button('Load more').click();
    await expect.poll(() => requestsTo('GET /api/statement').length).toBeGreaterThan(1);
    expect(rowsOnShow().elements().length).toBe(30);

    answerStatement(rows);
    await button('Load more').click();
    await expect.poll(() => rowsOnShow().elements().length).toBe(35);
    expect(requestsTo('GET /api/statement').map(({ search }) => search.get('before'))).toContain(
      '6',
    );
    await see(page.getByText('That is everything.'));
    expect(button('Load more').query()).toBeNull();
  });

  test('what moves in the wallet appears by itself, with the pages below it still there', async () => {
    signIn();
    const rows = Array.from({ length: 31 }, (_, index) => someRow({ seq: 31 - index, amount: 1 }));
    answerStatement(rows);
    await visit('/wallet');
    await button('Load more').click();
    await expect.poll(() => rowsOnShow().elements().length).toBe(31);
    rows.unshift(someRow({ seq: 32, kind: 'AdjustedByAdmin', amount: -4, balanceAfter: 246 }));
    await announce({ event: 'wallet', id: 'wal_1' });
    await expect.poll(() => rowsOnShow().elements().length).toBe(32);
    expect(readRows()[0]).toEqual(['Adjusted by an admin', '−₹4.00', 'Balance ₹246.00']);
    expect(readTotals()).toEqual(['32', '₹31.00', '₹4.00']);
  });
});

describe('narrowing down', () => {
  test('a kind goes to the address and to the server; the address alone is enough to come back to it', async () => {
    signIn();
    answerStatement(history(), { passes: byKind });
    await show('/wallet?order=order_1');
    await button('Spent').click();
    await expect.poll(() => rowsOnShow().elements().length).toBe(1);
    expect(filterInAddress()).toEqual({ order: 'order_1', kind: 'spent' });
    expect(filterAsked()).toEqual({ kind: 'spent' });
    expect(readTotals()).toEqual(['1', '₹0.00', '₹75.00']);
    await expect.element(button('Spent')).toHaveAttribute('aria-pressed', 'true');

    await show('/wallet?kind=spent');
    await expect.poll(() => rowsOnShow().elements().length).toBe(1);
    await expect.element(button('Spent')).toHaveAttribute('aria-pressed', 'true');
    await button('Spent').click();
    await expect.poll(() => rowsOnShow().elements().length).toBe(4);
    expect(filterInAddress()).toEqual({});
  });

  test('days that let nothing through say so, and one press shows everything again', async () => {
    signIn();
    answerStatement(history(), { passes: (_row, search) => !search.has('to') });
    await show('/wallet?kind=in');
    await page.getByLabelText('To', { exact: true }).fill('2020-01-01');
    await see(page.getByText('Nothing matches'));
    expect(filterAsked()).toEqual({ kind: 'in', to: '2020-01-01' });
    await expectAccess('a filter that lets nothing through');
    await button('Show everything').click();
    await expect.poll(() => rowsOnShow().elements().length).toBe(4);
    expect(filterInAddress()).toEqual({});
    await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue('');
    expect(button('Show everything').query()).toBeNull();
  });

  test('a month is its first and its last day, and pressed again lets everything through', async () => {
    signIn();
    answerStatement(history());
    await show();
    await button('This month').click();
    await expect
      .poll(() => location.search)
      .toMatch(/^\?from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}$/);
    const { from, to } = filterInAddress();
    await expect.element(page.getByLabelText('From')).toHaveValue(from);
    await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue(to);
    await expect.element(page.getByLabelText('From')).toHaveAttribute('max', to);
    await button('Last month').click();
    await expect.poll(() => filterInAddress()['to']! < from!).toBe(true);
    await expect.element(button('This month')).toHaveAttribute('aria-pressed', 'false');
    await button('Last month').click();
    await expect.poll(filterInAddress).toEqual({});
  });

  test('the earlier rows stay, dimmed, while those of another filter are awaited', async () => {
    signIn();
    answerStatement(history(), { passes: byKind });
    await show();
    await expect.poll(() => rowsOnShow().elements().length).toBe(4);
    const release = keepBack('GET /api/statement');
    await button('Spent').click();
    await expect.poll(() => document.querySelector('[aria-busy=true] ul')).not.toBeNull();
    expect(rowsOnShow().elements().length).toBe(4);
    release();
    await expect.poll(() => rowsOnShow().elements().length).toBe(1);
    expect(document.querySelector('[aria-busy=true] ul')).toBeNull();
  });

  test('a filter can be set from the keyboard alone', async () => {
    signIn();
    answerStatement(history(), { passes: byKind });
    await show();
    await see(button('Spent'));
    (button('Spent').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => rowsOnShow().elements().length).toBe(1);
    await expect.element(button('Spent')).toHaveFocus();
  });
});

describe('in an organization', () => {
  const meera = { uid: 'member', name: 'Meera Nair' };
  const organization = { organizationId: 'org_1', organizationName: 'Chai & Co.' };

  const rowsOfBoth = () => [
    somePurchase({ seq: 2, amount: -30, member: meera }),
    somePurchase({ seq: 1, amount: -40, member: { uid: 'founder', name: 'Imran Sheikh' } }),
  ];
  const ofMember = ({ member }: StatementRow, search: URLSearchParams) =>
    !search.has('member') || member?.uid === search.get('member');

  function signInAsAdmin(): void {
    signIn({ profile: { accountType: 'organization', role: 'admin', ...organization } });
    answer('GET /api/organization', {
      id: 'org_1',
      name: 'Chai & Co.',
      walletBalance: 180,
      members: [
        founder,
        { ...founder, uid: 'member', firstName: 'Meera', lastName: 'Nair', role: 'user' },
      ],
      invites: [],
    });
    answerStatement(rowsOfBoth(), { passes: ofMember });
  }

  test('its admin sees who each row is of, and can name one member', async () => {
    signInAsAdmin();
    await show();
    await see(rowsOnShow().filter({ hasText: 'Meera Nair' }).getByText('−₹30.00'));
    await see(rowsOnShow().filter({ hasText: 'Imran Sheikh' }).getByText('−₹40.00'));
    await see(page.getByText('Every rupee that moved, newest first.'));
    // What others have bought is theirs to see.
    expect(list.getByRole('link').elements()).toHaveLength(0);

    const choice = page.getByLabelText('Member');
    await expect
      .poll(() => [...choice.element().querySelectorAll('option')].map(textOf))
      .toEqual(['Everybody', 'Imran Sheikh', 'Meera Nair']);
    await choice.selectOptions('Meera Nair');
    await expect.poll(() => rowsOnShow().elements().length).toBe(1);
    expect(filterInAddress()).toEqual({ member: 'member' });
    expect(filterAsked()).toEqual({ member: 'member' });
    expect(readTotals()).toEqual(['1', '₹0.00', '₹30.00']);
    await choice.selectOptions('Everybody');
    await expect.poll(() => rowsOnShow().elements().length).toBe(2);
  });

  test('a member is told that the rows are their own, and is offered nobody else', async () => {
    signIn({ profile: { accountType: 'organization', role: 'user', ...organization } });
    answerStatement([somePurchase({ member: meera })]);
    await show();
    await see(page.getByText('What you paid and set aside, newest first.'));
    await see(rowsOnShow());
    expect(page.getByLabelText('Member').query()).toBeNull();
    expect(rowsOnShow().getByText('Meera Nair').query()).toBeNull();
  });
});

describe('the file', () => {
  test('is of the rows that the filter lets through, under the name that the server gives', async () => {
    signIn();
    answerStatement(history());
    const name = 'sachet-statement-2026.csv';
    const text = 'What,Amount\r\nPaid,-75.00\r\n';
    answerFile('GET /api/statement.csv', { name, text });
    const files = watchDownloads();
    await show('/wallet?kind=spent&from=2026-03-01');
    await button('Download CSV').click();
    await expect.poll(() => files.length).toBe(1);
    expect([files[0]?.name, await files[0]?.text]).toEqual([name, text]);
    const [asked] = requestsTo('GET /api/statement.csv');
    expect(Object.fromEntries(asked!.search)).toEqual({ kind: 'spent', from: '2026-03-01' });
  });

  test('is waited for with a button that is busy, and a failure is told', async () => {
    signIn();
    answer('GET /api/statement', someStatement([someRow()]));
    refuse('GET /api/statement.csv', 'unavailable');
    const release = keepBack('GET /api/statement.csv');
    await show();
    await button('Download CSV').click();
    await expect.element(button('Download CSV')).toBeDisabled();
    release();
    await see(page.getByRole('region', { name: 'Notifications' }).getByRole('alert'));
    await expect.element(button('Download CSV')).toBeEnabled();
  });
});
