import type {
  DayClosed,
  FinanceFigures,
  FinanceResponse,
  RestatementResponse,
} from '@sachet/shared/finance/contracts/admin-finance';
import { byPaidTool } from '@sachet/shared/sales';
import { istDay, addDays, listDays } from '@sachet/shared/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  long,
  findRows,
  signInAsFinance,
  signInAsSuperAdmin,
  someEvent,
} from '../../../testing/admin';
import { watchDownloads } from '../../../testing/downloads';
import { mount, see, seeGone } from '../../../testing/mount';
import { answer, keepBack, refuse, requestsTo } from '../../../testing/server';
import { FinancePage } from './FinancePage';

const none: FinanceFigures = {
  topUps: 0,
  paidBack: 0,
  given: 0,
  cleared: 0,
  used: 0,
  usedByTool: byPaidTool(() => 0),
  usedPaid: 0,
  revenue: 0,
  revenueByTool: byPaidTool(() => 0),
  forfeited: 0,
  outputTax: 0,
  owed: 0,
  owedPaid: 0,
  fees: 0,
  inputTax: 0,
  providerCosts: [
    { provider: 'google', name: 'Google', cost: 0 },
    { provider: 'openai', name: 'OpenAI', cost: 0 },
  ],
  cost: 0,
  costUSD: 0,
  unpricedCalls: 0,
  margin: 0,
};
const first: FinanceFigures = {
  ...none,
  topUps: 1000,
  paidBack: 100.5,
  given: 250,
  used: 300,
  usedByTool: { ...none.usedByTool, image: 225, chat: 75 },
  usedPaid: 236,
  revenue: 200,
  revenueByTool: { ...none.usedByTool, image: 150, chat: 50 },
  forfeited: 10,
  outputTax: 37.8,
  owed: 1849.5,
  owedPaid: 1600,
  fees: 23.6,
  inputTax: 4.25,
  providerCosts: [
    { provider: 'google', name: 'Google', cost: 60 },
    { provider: 'openai', name: 'OpenAI', cost: 30.25 },
  ],
  cost: 90.25,
  costUSD: 1.0028,
  unpricedCalls: 2,
  margin: 96.15,
};
const closed: DayClosed = {
  day: '2026-03-01',
  closedAt: '2026-03-01T18:46:00.000Z',
  checkpoint: 144,
  hash: 'ab'.repeat(32),
  keyId: 'k'.repeat(16),
  events: 1234,
  change: 849.5,
  restatedEvents: 2,
  restatedBy: -3.5,
};
const books = (given: Partial<FinanceResponse> = {}): FinanceResponse => ({
  opening: 1000,
  days: [
    { day: '2026-03-01', figures: first },
    { day: '2026-03-02', figures: { ...none, owed: 1849.5 } },
  ],
  total: first,
  closes: [{ ...closed, day: '2026-03-02', restatedEvents: 0, restatedBy: 0 }, closed],
  uncounted: 0,
  ...given,
});
const range = '?from=2026-03-01&to=2026-03-02';

const total = { account: 'adjustments', events: 1, held: 0, kind: 'AdjustedByAdmin' } as const;
const restatement: RestatementResponse = {
  day: '2026-03-01',
  on: '2026-03-01',
  closedAt: closed.closedAt,
  believed: [{ ...total, amount: 5 }],
  known: [{ ...total, events: 3, amount: 1.5 }],
  difference: [{ ...total, events: 2, amount: -3.5 }],
  events: [someEvent({ kind: 'AdjustedByAdmin', amount: -3.5 })],
  eventCount: 2,
};

const show = (search = range, settings = {}) =>
  mount(<FinancePage />, { path: `/admin/finance${search}`, ...settings });
const charts = [
  'Revenue by tool',
  'Top-ups and usage',
  'Owed to users at the end of each day',
  'Revenue and provider cost',
];
const figure = (name: string) => page.getByRole('figure', { name });
const asked = () => Object.fromEntries(requestsTo('GET /api/admin/finance').at(-1)!.search);
const ledger = (filter: Record<string, string>) =>
  `/admin/ledger?${new URLSearchParams({
    ...filter,
    from: '2026-03-01T00:00:00+05:30',
    to: '2026-03-03T00:00:00+05:30',
  })}`;

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/finance', books());
});

describe('the figures', () => {
  test('the figures lead from the opening to the closing liability and link to their events', async () => {
    await show();
    const movement = page.getByRole('table', { name: 'Balances of all wallets' });
    await see(movement);
    expect(
      findRows(movement)
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Before₹1,000.00',
      '+Topped up₹1,000.00',
      '−Refunded and disputed₹100.50',
      '+Bonuses and adjustments₹250.00',
      '−Used₹300.00',
      '−Left in closed wallets₹0.00',
      '=At the end₹1,849.50',
    ]);
    const link = (name: string) => movement.getByRole('row', { name }).getByRole('link');
    const kinds = {
      'Topped up': 'TopUpCredited',
      Refunded: 'TopUpRefunded,RefundReturned,TopUpDisputed,DisputeWon,GatewayCorrected',
      Bonuses: 'SignupBonusCredited,ReferralCredited,GiftCodeRedeemed,AdjustedByAdmin',
      Used: 'HoldCaptured,Charged,ChargeRefunded',
    };
    for (const [name, kind] of Object.entries(kinds)) {
      await expect.element(link(name)).toHaveAttribute('href', ledger({ kind }));
    }
    await expect
      .element(link('At the end'))
      .toHaveAttribute(
        'href',
        `/admin/ledger?${new URLSearchParams({ view: 'trial-balance', to: '2026-03-03T00:00:00+05:30' })}`,
      );
    await see(page.getByText('$1.00, at each day’s exchange rate'));
    await see(page.getByText('48.1% of the revenue'));
  });

  test('revenue and fees are without GST, and say how much it is', async () => {
    await show();
    const term = (name: string) => page.getByRole('term').filter({ hasText: name });
    await see(term('Revenue'));
    await see(page.getByText(/GST in it, not counted: ₹37.80/));
    await see(page.getByText('With other charges, without recoverable GST of ₹4.25'));
    const closes = page.getByRole('table', { name: 'Closed days' });
    await see(closes.getByRole('row', { name: /1 Mar 2026.*₹200.00/ }));
  });

  test('the finance page says when recent events are not counted in the figures yet', async () => {
    answer('GET /api/admin/finance', books({ uncounted: 17 }));
    await show();
    await see(page.getByText(/^Events not counted yet: 17\./));
  });

  test('the finance page shows placeholders while figures load, and can load them again after a failure', async () => {
    refuse('GET /api/admin/finance', 'unavailable');
    await show();
    await see(page.getByRole('alert').getByText('Failed to load the books'));
    answer('GET /api/admin/finance', books());
    const release = keepBack('GET /api/admin/finance');
    await page.getByRole('button', { name: 'Try again' }).click();
    release();
    await see(figure(charts[0]!));
  });
});

describe('the days', () => {
  test('the finance page shows the last 30 days, and another range is kept in the address', async () => {
    await show('');
    await see(figure(charts[0]!));
    const today = istDay(Date.now());
    expect(asked()).toEqual({ from: addDays(today, -29), to: today });
    await page.getByLabelText('From', { exact: true }).fill(addDays(today, -2));
    await expect.poll(asked).toEqual({ from: addDays(today, -2), to: today });
    expect(location.search).toBe(`?from=${addDays(today, -2)}&to=${today}`);
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await expect.poll(() => location.search).toBe('');
  });

  test('a range in the address that is too long shows an error and is not requested', async () => {
    await show('?from=2025-03-01&to=2026-03-02');
    await expect
      .element(page.getByLabelText('From', { exact: true }))
      .toHaveAccessibleDescription('At most 366 days at a time.');
    expect(requestsTo('GET /api/admin/finance')).toEqual([]);
  });
});

describe('a chart', () => {
  test('a chart has a legend, and the arrow keys announce its figures', async () => {
    await show();
    for (const name of charts) {
      await see(figure(name).getByRole('application'));
    }
    const revenue = figure(charts[0]!);
    expect(
      revenue
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    ).toEqual(['Pictures₹150.00', 'Edits₹0.00', 'Answers₹0.00', 'Descriptions₹0.00', 'Chat₹50.00']);
    revenue.getByRole('application').element().focus();
    await see(revenue.getByText('1 Mar 2026'));
    await userEvent.keyboard('{ArrowRight}');
    await see(revenue.getByText('2 Mar 2026'));
  });

  test('a chart has a table', async () => {
    await show();
    const revenue = figure(charts[0]!);
    const button = revenue.getByRole('button', { name: 'Table: Revenue by tool' });
    await button.click();
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    const row = revenue.getByRole('row', { name: /1 Mar 2026/ });
    expect(
      row
        .getByRole('cell')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['₹150.00', '₹0.00', '₹0.00', '₹0.00', '₹50.00', '₹200.00']);
    await button.click();
    await seeGone(revenue.getByRole('table'));
  });

  test('a chart has a CSV file for spreadsheets', async () => {
    const files = watchDownloads();
    await show();
    await page.getByRole('button', { name: `CSV: ${charts[3]}` }).click();
    expect(files.map(({ name }) => name)).toEqual(['sachet-costs-2026-03-01-2026-03-02.csv']);
    // `Blob.text` removes the byte order mark.
    expect((await files[0]!.text).replace('\uFEFF', '').split('\r\n')).toEqual([
      'Day,Revenue,Provider cost,Google,OpenAI,Gateway fees,Margin',
      '2026-03-01,200.00,90.25,60.00,30.25,23.60,96.15',
      '2026-03-02,0.00,0.00,0.00,0.00,0.00,0.00',
      '',
    ]);
  });

  test('a chart says when its days have no events', async () => {
    const empty = books({
      opening: 0,
      days: [{ day: '2026-03-01', figures: none }],
      total: none,
      closes: [],
    });
    answer('GET /api/admin/finance', empty);
    await show();
    for (const name of charts) await see(figure(name).getByText('No events on these days'));
    await see(page.getByText('None of these days is closed yet'));
    await see(page.getByText('Revenue minus fees and provider cost'));
    await expectAccess('empty books');
  });
});

describe('closed days', () => {
  test('a closed day lists each event that was recorded for it later', async () => {
    answer('GET /api/admin/finance/day', restatement);
    await show();
    const rows = findRows(page.getByRole('table', { name: 'Closed days' }));
    await see(rows.nth(1).getByText('−₹3.50'));
    await rows.nth(1).getByRole('link', { name: 'Events: 2' }).click();
    await see(page.getByRole('heading', { name: 'Restatement of 1 Mar 2026' }));
    const totals = findRows(page.getByRole('table', { name: 'As closed and current' }));
    await see(totals.nth(0).getByText('₹5.00'));
    await see(totals.nth(0).getByText('₹1.50'));
    await see(totals.nth(0).getByText('−₹3.50'));
    await see(page.getByRole('table', { name: 'Events that cause the difference' }));
    await see(page.getByText('More events: 1.'));
    expect(location.search).toBe(`${range}&closed=2026-03-01`);
    await expectAccess('a restatement');
  });

  test('the finance page says why a closed day cannot be loaded', async () => {
    refuse('GET /api/admin/finance/day', 'not_found');
    await show(`${range}&closed=2026-03-01`);
    await see(page.getByRole('alert').getByText('Failed to load the restatement'));
  });

  test('the newest closed days are shown first, and the others on request', async () => {
    const closes = listDays('2026-03-01', '2026-03-20').map((day) => ({ ...closed, day }));
    answer('GET /api/admin/finance', books({ closes: closes.toReversed() }));
    await show();
    const rows = findRows(page.getByRole('table', { name: 'Closed days' }));
    await expect.poll(() => rows.elements().length).toBe(5);
    await page.getByRole('button', { name: 'Show all 20' }).click();
    await expect.poll(() => rows.elements().length).toBe(20);
  });
});

test('earnings by tool and provider add up to the margin', async () => {
  await show();
  const earned = page.getByRole('table', { name: 'Earnings' });
  await see(earned);
  expect(
    findRows(earned)
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    '+Pictures₹150.00',
    '+Edits₹0.00',
    '+Answers₹0.00',
    '+Descriptions₹0.00',
    '+Chat₹50.00',
    '+Left in closed wallets₹10.00',
    '−Gateway fees₹23.60',
    '−Provider cost: Google₹60.00',
    '−Provider cost: OpenAI₹30.25',
    '=Margin₹96.15',
  ]);
});

test('a finance user can open the finance page and sees no links to pages of super admins', async () => {
  signInAsFinance();
  await show();
  await see(figure(charts[0]!));
  const links = page.getByRole('link').elements() as HTMLAnchorElement[];
  const others = links.filter(
    ({ pathname }) =>
      !/^\/admin\/(ledger|trail|payments|finance|settlements|exports)$/.test(pathname),
  );
  expect(others.map(({ href }) => href)).toEqual([]);
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the finance page is accessible and fits the screen: %o', async (settings) => {
  const { rupees } = long;
  const large: FinanceFigures = {
    ...first,
    topUps: rupees,
    used: rupees,
    usedByTool: byPaidTool(() => rupees),
    owed: -rupees,
    cost: rupees,
    margin: -rupees,
  };
  const days = listDays('2026-03-01', '2026-03-31').map((day) => ({ day, figures: large }));
  const closes = [{ ...closed, restatedBy: rupees, change: -rupees }];
  answer('GET /api/admin/finance', books({ days, total: large, closes }));
  await show(undefined, settings);
  await expect.poll(() => page.getByRole('application').elements().length).toBe(4);
  for (const button of page.getByRole('button', { name: /^(Table|टेबल):/ }).elements()) {
    (button as HTMLElement).click();
  }
  await see(page.getByRole('figure').first().getByRole('table'));
  await expectToFit('the books');
  await expectAccess('the books');
});
