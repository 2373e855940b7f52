import type { Statement, StatementRow } from '@sachet/shared/wallet/contracts/statement';
import { page } from 'vitest/browser';
import { answer, requestsTo } from './server';

/** The row of a sign-up bonus. It has defaults that a test can override. */
export const someRow = (given: Partial<StatementRow> = {}): StatementRow => ({
  seq: 1,
  at: '2026-03-01T10:00:00.000Z',
  kind: 'SignupBonusCredited',
  amount: 250,
  held: 0,
  balanceAfter: 250,
  heldAfter: 0,
  tool: null,
  provider: null,
  mode: null,
  modelName: null,
  finalSize: null,
  smallerSize: null,
  refundOf: null,
  subject: null,
  thumbnailUrl: null,
  generationId: null,
  conversationId: null,
  paymentId: null,
  orderId: null,
  member: null,
  reason: null,
  ...given,
});

/** A picture that every browser can show. */
export const someThumbnail =
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The row of a purchase: a Google picture at 1024 px. */
export const somePurchase = (given: Partial<StatementRow> = {}): StatementRow =>
  someRow({
    kind: 'HoldCaptured',
    amount: -75,
    held: -75,
    balanceAfter: 175,
    tool: 'image',
    provider: 'google',
    mode: 'image',
    modelName: 'Gemini Pro Image',
    finalSize: 1024,
    generationId: 'gen_bought',
    ...given,
  });

/** A page of the statement with these rows, newest first, and their totals. */
export function someStatement(rows: StatementRow[], given: Partial<Statement> = {}): Statement {
  const add = (sum: number, { amount }: StatementRow) => sum + Math.abs(amount);
  const [newest] = rows;
  return {
    items: rows,
    next: null,
    totals: {
      events: rows.length,
      in: rows.filter(({ amount }) => amount > 0).reduce(add, 0),
      out: rows.filter(({ amount }) => amount < 0).reduce(add, 0),
    },
    balance: newest?.balanceAfter ?? 0,
    held: newest?.heldAfter ?? 0,
    ...given,
  };
}

/**
 * Answers with pages of the rows that pass `passes`, newest first. A test can add a row to the array to add
 * an event.
 */
export function answerStatement(
  rows: StatementRow[],
  {
    pageSize = 30,
    passes = () => true,
  }: {
    pageSize?: number;
    passes?: (row: StatementRow, search: URLSearchParams) => boolean;
  } = {},
): void {
  answer('GET /api/statement', ({ search }) => {
    const before = Number(search.get('after') ?? Infinity);
    const upTo = Number(search.get('upTo') ?? Infinity);
    const all = rows.filter(
      (row) =>
        passes(row, search) && !(search.get('holds') === 'open' && row.kind === 'HoldPlaced'),
    );
    const older = all.filter(({ seq }) => seq < before && seq <= upTo);
    const page = older.slice(0, pageSize);
    const next = older.length > pageSize ? String(page.at(-1)!.seq) : null;
    return { ...someStatement(all), items: page, next };
  });
}

/** Rows, newest first: a top-up, a picture that was held and then captured, and the bonus. */
export const history = (): StatementRow[] => [
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

export const shownList = page.getByRole('list', { name: 'Statement' });
export const shownRows = () => shownList.getByRole('listitem');
export const countRows = () => shownRows().elements().length;

/** Returns the title, the effect and the balance of each visible row. */
export const readRows = () =>
  shownRows()
    .elements()
    .map((row) => {
      const [title, ...others] = row.querySelectorAll('p');
      const [, balance, amount] = others.toReversed();
      return [title, amount, balance].map((each) => each?.textContent);
    });

export const readTotals = () =>
  [...document.querySelectorAll('dl[aria-label=Totals] dd')].map((total) => total.textContent);

export const filterInAddress = () => Object.fromEntries(new URLSearchParams(location.search));
export const filterAsked = () =>
  Object.fromEntries(requestsTo('GET /api/statement').at(-1)?.search ?? []);
