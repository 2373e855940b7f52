// The content of each row of the statement.
import type { StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { mount, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import {
  answerStatement,
  history,
  readRows,
  readTotals,
  shownList,
  shownRows,
  somePurchase,
  someRow,
  someThumbnail,
} from '../../../testing/statement';
import { Statement } from './Statement';

/** Returns the small text below the title of a row: time, member and reason. */
const findDetails = (row: number) =>
  [...shownRows().nth(row).element().querySelectorAll('p')].at(-4)?.textContent;

const show = (path = '/wallet', settings: Parameters<typeof mount>[1] = {}) =>
  mount(<Statement />, { path, ...settings });

beforeEach(() => void signIn());

test('a row shows a purchase in plain words, with its picture and the remaining balance', async () => {
  const [added, bought, ...rest] = history();
  const thumbnailUrl = someThumbnail;
  answerStatement([added!, { ...bought!, subject: 'A red kite.', thumbnailUrl }, ...rest]);
  await show();

  await expect.poll(readRows).toEqual([
    ['Money added', '+₹200.00', 'Balance ₹375.00'],
    ['A red kite', '−₹75.00', 'Balance ₹175.00'],
    ['Sign-up bonus', '+₹250.00', 'Balance ₹250.00'],
  ]);
  await see(shownRows().nth(1).getByText('Image unlocked · 1024 px', { exact: true }));
  expect(readTotals()).toEqual(['3', '₹450.00', '₹75.00']);
  expect(findDetails(0)).toBe('1 Mar 2026, 3:30 pm · pay_1');
  expect(findDetails(1)).toBe('1 Mar 2026, 3:30 pm · Gemini Pro Image');
  expect(shownRows().nth(1).element().querySelector('img')?.getAttribute('src')).toBe(thumbnailUrl);
  await see(page.getByText('End of statement'));
});

test('holds and releases have their own rows after the user has switched them on', async () => {
  answerStatement(history());
  await show();
  await expect.poll(() => readRows().length).toBe(3);
  await page.getByLabelText('Show holds and releases').click();
  await expect.poll(readRows).toEqual([
    ['Money added', '+₹200.00', 'Balance ₹375.00'],
    ['Image unlocked', '−₹75.00', 'Balance ₹175.00'],
    ['On hold: image, Google, 1024 px', '—', 'Balance ₹250.00₹75.00 of this is on hold'],
    ['Sign-up bonus', '+₹250.00', 'Balance ₹250.00'],
  ]);
  expect(findDetails(1)).toBe('1 Mar 2026, 3:30 pm · Gemini Pro Image · From the ₹75.00 on hold');
  expect(findDetails(2)).toBe('1 Mar 2026, 3:30 pm · ₹75.00 put on hold');
  expect(location.search).toBe('?holds=all');
});

test('each kind of purchase, hold and release has its own title', async () => {
  const given: [title: string, Partial<StatementRow>][] = [
    ['Image unlocked / 2048 px, the difference to 1024 px', { finalSize: 2048, smallerSize: 1024 }],
    ['Edit unlocked / 1024 px', { tool: 'edit_image', mode: 'edit_image' }],
    ['Answer unlocked', { tool: 'general', finalSize: null, modelName: 'GPT' }],
    ['Chat, 5 replies', { tool: 'chat', finalSize: null, modelName: 'GPT' }],
    ['Released: image, Google, 1024 px', { kind: 'HoldVoided', amount: 0 }],
    ['Released (expired): image, Google, 1024 px', { kind: 'HoldExpired', amount: 0 }],
    ['Refund: image, Google, 1024 px', { kind: 'ChargeRefunded', amount: 75, held: 0 }],
  ];
  answerStatement(given.map(([, row], index) => somePurchase({ seq: 9 - index, ...row })));
  await show();
  await see(shownRows());
  const readTitle = (row: Element) =>
    [...row.querySelectorAll('p')].slice(0, -4).map((part) => part.textContent);
  expect(
    shownRows()
      .elements()
      .map((row) => readTitle(row).join(' / ')),
  ).toEqual(given.map(([title]) => title));
});

test("a row shows its reason: the category of a failure, a cancellation, or an admin's text", async () => {
  const released = { kind: 'HoldVoided', amount: 0, held: 0 } as const;
  answerStatement([
    somePurchase({ ...released, seq: 3, reason: 'safety' }),
    somePurchase({ ...released, seq: 2, reason: 'cancelled' }),
    someRow({ kind: 'AdjustedByAdmin', reason: 'Diwali gift' }),
  ]);
  await show();
  await see(shownRows());
  expect([0, 1, 2].map((row) => findDetails(row)?.split(' · ')[1])).toEqual([
    'Stopped for safety',
    'Cancelled',
    'Diwali gift',
  ]);
});

test.each([
  ['en', '₹25.00 of ₹90.00 is back in the wallet', 'The full ₹90.00 is back in the wallet'],
  ['hi', '₹90.00 में से ₹25.00 वॉलेट में वापस', 'पूरे ₹90.00 वॉलेट में वापस'],
  ['hg', '₹90.00 mein se ₹25.00 wallet mein wapas', 'Poore ₹90.00 wallet mein wapas'],
] as const)('a refund says in %s how much of the purchase is back', async (language, part, all) => {
  const refund = { kind: 'ChargeRefunded', held: 0, refundOf: 90, reason: 'cut off' } as const;
  answerStatement([
    somePurchase({ ...refund, seq: 5, amount: 25 }),
    somePurchase({ ...refund, seq: 4, amount: 90 }),
  ]);
  await show('/wallet', { language });
  await see(page.getByText(part));
  await see(page.getByText(all));
});

test('a purchase links to its result, and every row links to its receipt', async () => {
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
  const links = shownList.getByRole('link');
  await expect
    .poll(() => links.elements().map((link) => link.getAttribute('href')))
    .toEqual([
      '/?mode=image&results=gen_bought',
      '/wallet/receipt?seq=3',
      '/?mode=general&chat=con_1',
      '/wallet/receipt?seq=2',
      '/wallet/receipt?seq=1',
    ]);
});

test('on a phone, the rows of a day follow its date, with their times and what is left', async () => {
  answerStatement([
    somePurchase({ seq: 4, at: '2026-03-02T10:00:00.000Z', subject: 'A red kite' }),
    // 0:00 and 23:59 in India.
    someRow({ seq: 3, at: '2026-03-01T18:30:00.000Z' }),
    someRow({ seq: 2, at: '2026-03-01T18:29:00.000Z', kind: 'TopUpCredited', paymentId: 'pay_1' }),
    someRow({ seq: 1, at: '2026-03-01T10:00:00.000Z' }),
  ]);
  await show('/wallet', { phone: true });
  await see(shownRows());
  const readLines = (row: Element) =>
    [...row.querySelectorAll('h3, p')].map(({ textContent }) => textContent);
  expect(shownRows().elements().map(readLines)).toEqual([
    [
      '2 Mar 2026',
      'A red kite',
      '3:30 pm · Image unlocked · 1024 px',
      '−₹75.00',
      '₹175.00 left',
      'Receipt: Image unlocked, 1024 px',
    ],
    ['Sign-up bonus', '12:00 am', '+₹250.00', 'Balance ₹250.00', 'Receipt: Sign-up bonus'],
    [
      '1 Mar 2026',
      'Money added',
      '11:59 pm',
      '+₹250.00',
      'Balance ₹250.00',
      'Receipt: Money added',
    ],
    ['Sign-up bonus', '3:30 pm', '+₹250.00', 'Balance ₹250.00', 'Receipt: Sign-up bonus'],
  ]);
});

test('in Hindi, the rows are in Hindi with Latin digits', async () => {
  answerStatement(history());
  await show('/wallet', { language: 'hi' });
  await expect
    .poll(() => document.querySelectorAll('section ul[aria-labelledby=statement] li').length)
    .toBe(3);
  const words = document.querySelector('section ul[aria-labelledby=statement]')?.textContent ?? '';
  expect(words).toMatch(/[\u0900-\u097f]/);
  expect(words).toContain('₹375.00');
  expect(words).not.toMatch(/Money added|Balance|on hold/i);
});

test('rows with long texts and large amounts are accessible and fit a phone', async () => {
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
  await see(shownRows().getByText('−₹12,34,567.89'));
  await expectToFit('a statement of long words');
  await expectAccess('a statement of long words');
});
