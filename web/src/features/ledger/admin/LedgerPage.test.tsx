import type {
  AdminLedgerEvent,
  AdminTrialBalance,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  findFact,
  long,
  findRows,
  seeRows,
  signInAsSuperAdmin,
  someEvent,
} from '../../../testing/admin';
import { watchDownloads } from '../../../testing/downloads';
import { button, mount, resize, see } from '../../../testing/mount';
import { answer, answerFile, cutOff, keepBack, refuse, requestsTo } from '../../../testing/server';
import { LedgerPage } from './LedgerPage';

const events = Array.from({ length: 12 }, (_, index) => someEvent({ seq: 40 - index }));
const field = (label: string) => page.getByLabelText(label, { exact: true });
const asked = () => Object.fromEntries(requestsTo('GET /api/admin/ledger').at(-1)?.search ?? []);
const address = () => Object.fromEntries(new URLSearchParams(location.search));
const show = (query = '', settings = {}) =>
  mount(<LedgerPage />, { path: `/admin/ledger${query}`, ...settings });
const press = (key: string) => userEvent.keyboard(`{${key}}`);

const never = {
  current: null,
  last: null,
  checkpoint: null,
  auditor: { lastPassAt: null, caughtUpAt: null, findingCount: 0, findings: [] },
  remedies: [],
};
const only = (...found: AdminLedgerEvent[]) => ({
  items: found,
  next: null,
  searchedTo: null,
});

beforeEach(() => {
  signInAsSuperAdmin();
  answer('GET /api/admin/ledger/verification', never);
  answer('GET /api/admin/ledger', ({ search }) =>
    search.get('after') === 'older'
      ? only(...events.slice(10))
      : { items: events.slice(0, 10), next: 'older', searchedTo: null },
  );
});

describe('the events', () => {
  test.each([
    [1440, 'en'],
    [1280, 'en'],
    [1280, 'hi'],
  ] as const)(
    'the list of events cuts no time, kind or amount on a screen of %i pixels (%s)',
    async (width, language) => {
      const late = { recordedAt: '2026-11-30T17:45:00.000Z', amount: long.rupees };
      const kinds = ['SignupBonusCredited', 'ReferralCredited', 'AdjustedByAdmin'] as const;
      answer(
        'GET /api/admin/ledger',
        only(...kinds.map((kind, index) => someEvent({ ...late, kind, seq: 9 - index }))),
      );
      await show('', { language });
      await resize(width, 900);
      await seeRows(kinds.length);
      const findCut = () =>
        findRows()
          .elements()
          .flatMap((row) => [...row.querySelectorAll('td')].slice(0, 6))
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent);
      await expect.poll(findCut).toEqual([]);
    },
  );

  test('the list of events shows time, owner, kind, amount and reference', async () => {
    answer(
      'GET /api/admin/ledger',
      only(
        someEvent({ seq: 4, kind: 'TopUpCredited', amount: 500, paymentId: 'pay_1', orderId: 'o' }),
        someEvent({ seq: 3, kind: 'HoldPlaced', amount: 0, held: 75, holdId: 'hold_1' }),
        someEvent({
          seq: 2,
          generationId: 'gen_1',
          owner: { kind: 'user', id: 'gone', name: null },
        }),
        someEvent({ seq: 1, owner: null, counterAccount: null }),
      ),
    );
    await show();
    await seeRows(4);
    const row = (index: number) => findRows().nth(index);
    for (const text of ['Top-up credited', '+₹500.00', 'Asha Verma', 'pay_1', 'user:asha']) {
      await see(row(0).getByText(text));
    }
    await see(row(1).getByText('+₹75.00'));
    await see(row(1).getByRole('button', { name: 'Copy hold_1' }));
    await see(row(2).getByText('gone'));
    await see(row(2).getByText('−₹90.00'));
    // The row has no owner, held amount, counter account or reference.
    expect(row(3).getByText('None').elements()).toHaveLength(4);
    await expect
      .element(row(0).getByRole('link', { name: 'Top-up credited' }))
      .toHaveAttribute('href', '/admin/ledger/event?wallet=wal_asha&seq=4');
  });

  test('the list of events loads page by page until its end', async () => {
    await show();
    await seeRows(10);
    await button('Load more').click();
    await see(page.getByText('End of list'));
    await seeRows(12);
  });

  test('the next page of events can be loaded again after a failure', async () => {
    await show();
    await seeRows(10);
    cutOff('GET /api/admin/ledger');
    await button('Load more').click();
    await see(page.getByRole('alert').getByText(/^Failed to list events\. Couldn’t reach Sachet/));
    await seeRows(10);
    answer('GET /api/admin/ledger', only(...events.slice(0, 3)));
    await button('Try again').click();
    await see(page.getByText('End of list'));
  });

  test('an empty page of events that has a next page shows how far the search has come', async () => {
    answer('GET /api/admin/ledger', ({ search }) =>
      search.has('after')
        ? only(events[0]!)
        : { items: [], next: 'older', searchedTo: '2026-02-01T10:00:00.000Z' },
    );
    await show('?reference=old');
    await see(page.getByText('Nothing found so far'));
    await see(page.getByText(/^Searched back to 1 Feb/));
    await button('Load more').click();
    await seeRows(1);
  });

  test('an empty list says whether the ledger is empty or no event matches the filter', async () => {
    answer('GET /api/admin/ledger', only());
    await show();
    await see(page.getByText('No events yet'));
    await show('?actor=nobody');
    await see(page.getByText('Nothing matches these filters'));
    await expect.element(field('Actor')).toHaveValue('nobody');
  });

  test('an invalid filter in the address shows the error and can be cleared', async () => {
    refuse('GET /api/admin/ledger', 'invalid', 'from');
    await show('?from=yesterday');
    await see(page.getByRole('alert').getByText('Failed to list events'));
    await see(page.getByRole('alert').getByText('Refused: invalid'));
    await expect.element(field('From')).toHaveValue('');
    answer('GET /api/admin/ledger', only(events[0]!));
    await button('Clear filters').click();
    await seeRows(1);
  });

  test('an admin opens an event with j and Enter, and its address contains the filters of the list', async () => {
    await show('?wallet=wal_asha&kind=Charged');
    await seeRows(10);
    await userEvent.keyboard('jj');
    await expect.element(findRows().nth(1).getByRole('link', { name: 'Charged' })).toHaveFocus();
    await press('Enter');
    await expect.poll(() => location.pathname).toBe('/admin/ledger/event');
    expect(address()).toEqual({
      wallet: 'wal_asha',
      seq: '39',
      back: '?wallet=wal_asha&kind=Charged',
    });
  });
});

describe('a filter', () => {
  test('a typed filter applies on Enter or blur, and Escape restores the previous one', async () => {
    await show();
    await seeRows(10);
    await button('More filters').click();
    await field('Wallet').fill(' wal_asha ');
    expect(address()).toEqual({});
    await press('Enter');
    await expect.poll(asked).toEqual({ wallet: 'wal_asha' });
    await field('Actor').fill('worker');
    await press('Escape');
    await expect.element(field('Actor')).toHaveValue('');
    await field('Counter account').fill('revenue:image');
    await press('Tab');
    await expect.poll(address).toEqual({ wallet: 'wal_asha', counterAccount: 'revenue:image' });
    await see(button('More filters (2)'));
  });

  test('the ledger page sends each filter under its name', async () => {
    await show();
    await button('More filters').click();
    const filters = {
      uid: 'User (UID)',
      organization: 'Organization (ID)',
      actor: 'Actor',
      amountFrom: 'Amount from (₹)',
      amountTo: 'Amount to (₹)',
    };
    const expected: Record<string, string> = {};
    for (const [name, label] of Object.entries(filters)) {
      await field(label).fill('12.50');
      await press('Enter');
      expected[name] = '12.50';
      await expect.poll(asked).toEqual(expected);
    }
  });

  test('two filters that change immediately after each other in a sheet are both kept', async () => {
    await show('', { phone: true });
    await button('Filters').click();
    await button('More filters').click();
    await field('Actor').fill('worker');
    // The press also takes the focus from the field, which commits the actor.
    await button('Charged').click();
    await button('Show list').click();
    await expect.poll(address).toEqual({ actor: 'worker', kind: 'Charged' });
    await expect.poll(asked).toEqual({ actor: 'worker', kind: 'Charged' });
    await see(button('Filters 2'));
  });

  test.each(['1.005', '-5'])('the filter for amounts rejects %s', async (typed) => {
    await show('?amountFrom=90');
    await field('Amount from (₹)').fill(typed);
    await press('Enter');
    await see(page.getByText('Rupees, at most two decimals.'));
    expect(address()).toEqual({ amountFrom: '90' });
  });

  test('an admin can filter by several kinds', async () => {
    await show();
    await button('More filters').click();
    await button('Charged').click();
    await button('Adjusted by an admin').click();
    await expect.poll(asked).toEqual({ kind: 'Charged,AdjustedByAdmin' });
    await expect.element(button('Charged')).toHaveAttribute('aria-pressed', 'true');
    await button('Charged').click();
    await expect.poll(asked).toEqual({ kind: 'AdjustedByAdmin' });
    await button('Adjusted by an admin').click();
    await expect.poll(asked).toEqual({});
  });

  test('a filter by time accepts a moment in Indian time, or a whole month with one press', async () => {
    await show();
    await field('From').fill('2026-03-01T14:05');
    await expect.poll(asked).toEqual({ from: '2026-03-01T14:05:00+05:30' });
    await button('Last month').click();
    await expect.element(button('Last month')).toHaveAttribute('aria-pressed', 'true');
    const { from, to } = address();
    expect(from).toMatch(/^\d{4}-\d\d-01T00:00:00\+05:30$/);
    expect(to).toMatch(/^\d{4}-\d\d-01T00:00:00\+05:30$/);
    await button('This month').click();
    await expect.poll(() => address().from).toBe(to);
  });

  test('the ledger page restores filters from the address, and one press clears them', async () => {
    await show('?wallet=wal_asha&amountFrom=90&amountTo=250&kind=Charged&reference=pay_1');
    await seeRows(10);
    await expect.element(field('Wallet')).toHaveValue('wal_asha');
    await expect.element(field('Amount to (₹)')).toHaveValue('250');
    await expect.element(page.getByRole('searchbox')).toHaveValue('pay_1');
    await expect.element(button('Charged')).toHaveAttribute('aria-pressed', 'true');
    expect(asked()).toMatchObject({ wallet: 'wal_asha', amountFrom: '90', reference: 'pay_1' });
    await button('Clear filters').click();
    await expect.poll(asked).toEqual({});
    await expect.poll(() => location.search).toBe('');
  });

  test('the previous events stay visible until those of a new filter have loaded', async () => {
    await show();
    await seeRows(10);
    const release = keepBack('GET /api/admin/ledger');
    await page.getByRole('searchbox').fill('pay_1');
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await seeRows(10);
    answer('GET /api/admin/ledger', only(events[0]!));
    release();
    await seeRows(1);
    await expect.element(page.getByRole('table')).not.toHaveAttribute('aria-busy');
  });
});

describe('an export', () => {
  test.each([
    ['CSV', 'csv', 'kind,amount_inr\r\nCharged,-90.00\r\n'],
    ['NDJSON', 'ndjson', '{"kind":"Charged","amount":-90}\n'],
  ])(
    "an export as %s contains the filtered events and has the server's file name",
    async (name, format, text) => {
      const files = watchDownloads();
      answerFile('GET /api/admin/ledger/export', {
        name: `sachet-ledger-2026-03-01.${format}`,
        text,
      });
      await show('?wallet=wal_asha&kind=Charged');
      await button(`Export as ${name}`).click();
      await expect.poll(() => files.length).toBe(1);
      expect(files[0]?.name).toBe(`sachet-ledger-2026-03-01.${format}`);
      expect(await files[0]?.text).toBe(text);
      const { search } = requestsTo('GET /api/admin/ledger/export')[0]!;
      expect(Object.fromEntries(search)).toEqual({ wallet: 'wal_asha', kind: 'Charged', format });
    },
  );

  test('only one export runs at a time', async () => {
    const files = watchDownloads();
    answerFile('GET /api/admin/ledger/export', { name: 'one.csv', text: '' });
    const release = keepBack('GET /api/admin/ledger/export');
    await show();
    await button('Export as CSV').click();
    await expect.element(button('Export as NDJSON')).toBeDisabled();
    release();
    await expect.element(button('Export as NDJSON')).toBeEnabled();
    expect(files).toHaveLength(1);
  });

  test('a failed export shows the reason and saves no file', async () => {
    const files = watchDownloads();
    await show();
    cutOff('GET /api/admin/ledger/export');
    await button('Export as CSV').click();
    await see(page.getByText('Couldn’t reach Sachet.'));
    refuse('GET /api/admin/ledger/export', 'rate_limited');
    await button('Export as CSV').click();
    await see(page.getByText('Refused: rate_limited'));
    expect(files).toEqual([]);
  });
});

describe('a wallet as of a moment', () => {
  const asOf = {
    walletId: 'wal_asha',
    owner: { kind: 'user', id: 'asha', name: 'Asha Verma' },
    at: '2026-03-01T10:00:00.000Z',
    time: 'recorded',
    seq: 4,
    balance: 750,
    held: 75.5,
    locked: 200,
    available: 674.5,
  } as const;
  const query = () =>
    Object.fromEntries(requestsTo('GET /api/admin/ledger/as-of').at(-1)?.search ?? []);

  test('the ledger page requests a past balance once the admin has chosen a wallet and a time', async () => {
    answer('GET /api/admin/ledger/as-of', asOf);
    await show('?view=as-of');
    await see(page.getByText('Choose a wallet and a time'));
    await field('Wallet').fill('wal_asha');
    await press('Enter');
    await see(page.getByText('Choose a wallet and a time'));
    expect(requestsTo('GET /api/admin/ledger/as-of')).toEqual([]);
    await button('Now').click();
    await expect.poll(() => findFact('Balance')).toBe('₹750.00');
    expect(findFact('Available')).toBe('₹674.50');
    expect(findFact('Held')).toBe('₹75.50');
    expect(findFact('Locked bonus')).toBe('₹200.00');
    expect(Date.now() - Date.parse(query().at!)).toBeLessThan(60_000);
    await field('As of').fill('2020-01-01T00:00');
    await userEvent.selectOptions(field('By'), 'Time of effect');
    await expect.poll(query).toEqual({
      wallet: 'wal_asha',
      at: '2020-01-01T00:00:00+05:30',
      time: 'effective',
    });
  });

  test("a past balance links to the wallet's last event and to all of its events", async () => {
    answer('GET /api/admin/ledger/as-of', asOf);
    await show('?view=as-of&wallet=wal_asha&at=2026-03-01T10:00:00Z');
    await expect
      .element(page.getByRole('link', { name: 'Event #4' }))
      .toHaveAttribute(
        'href',
        expect.stringMatching(/^\/admin\/ledger\/event\?wallet=wal_asha&seq=4&back=/),
      );
    await expect
      .element(page.getByRole('link', { name: "See the wallet's events" }))
      .toHaveAttribute('href', expect.stringContaining('wallet=wal_asha&to=2026-03-01T10'));
    answer('GET /api/admin/ledger/as-of', { ...asOf, seq: 0, balance: 0, available: 0, held: 0 });
    await show('?view=as-of&wallet=wal_new&at=2020-01-01T00:00:00Z');
    await see(page.getByText('None yet'));
  });

  test('the ledger page says that an unknown wallet does not exist', async () => {
    refuse('GET /api/admin/ledger/as-of', 'not_found', 'wallet');
    await show('?view=as-of&wallet=wal_nobody&at=2026-03-01T10:00:00Z');
    await see(page.getByRole('alert').getByText('We couldn’t find that.'));
  });
});

const trialBalance: AdminTrialBalance = {
  from: null,
  to: null,
  wallets: { account: 'wallets', events: 1234, opening: 0, in: 840, out: 90, closing: 750 },
  counterAccounts: [
    { account: 'gateway:razorpay', events: 1, opening: 0, in: 0, out: 500, closing: -500 },
    { account: 'revenue:image', events: 1, opening: 0, in: 90, out: 0, closing: 90 },
  ],
  sums: { opening: 0, net: 0, closing: 0 },
  walletRows: { balance: 750, held: 0, difference: 0, heldDifference: 0 },
  isBalanced: true,
};

describe('the trial balance', () => {
  test('the trial balance lists the wallets first, then their counter accounts, and adds up to zero', async () => {
    answer('GET /api/admin/ledger/trial-balance', trialBalance);
    await show('?view=trial-balance');
    await see(page.getByText('Balanced to the paisa'));
    await see(page.getByText(/balance ₹750\.00, difference ₹0\.00; held ₹0\.00/));
    const text = (index: number) => findRows().nth(index).element().textContent;
    expect(text(0)).toContain('All wallets');
    expect(text(0)).toContain('1,234');
    expect(text(1)).toContain('gateway:razorpay');
    expect(text(3)).toContain('Sum');
    await see(page.getByRole('row', { name: /^Sum .*₹0\.00 .*₹0\.00 ₹0\.00$/ }));
  });

  test('the trial balance of a period links to the events of that period', async () => {
    answer('GET /api/admin/ledger/trial-balance', trialBalance);
    await show('?view=trial-balance');
    await seeRows(4);
    await button('This month').click();
    await expect.poll(() => address().from).toMatch(/-01T00:00:00\+05:30$/);
    const { from, to } = address();
    const sent = () => requestsTo('GET /api/admin/ledger/trial-balance').at(-1)!.search;
    await expect.poll(() => Object.fromEntries(sent())).toEqual({ from, to });
    const link = page.getByRole('link', { name: 'gateway:razorpay' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('from='));
    await link.click();
    await expect.poll(address).toEqual({ counterAccount: 'gateway:razorpay', from, to });
  });

  test('a trial balance that does not balance shows the difference', async () => {
    answer('GET /api/admin/ledger/trial-balance', {
      ...trialBalance,
      isBalanced: false,
      walletRows: { balance: 750.01, held: 0, difference: 0.01, heldDifference: -5 },
    });
    await show('?view=trial-balance');
    await see(page.getByText('Does not balance'));
    await see(page.getByText(/difference ₹0\.01; held ₹0\.00, difference −₹5\.00/));
  });

  test('the ledger page says why a trial balance cannot be loaded', async () => {
    refuse('GET /api/admin/ledger/trial-balance', 'unavailable');
    await show('?view=trial-balance');
    await see(page.getByRole('alert').getByText('Failed to load'));
    answer('GET /api/admin/ledger/trial-balance', trialBalance);
    await button('Try again').click();
    await see(page.getByText('Balanced to the paisa'));
  });
});

test('wallet and period stay selected when the admin changes the view of the ledger', async () => {
  await show('?wallet=wal_asha&from=2026-03-01T00:00:00Z');
  await seeRows(10);
  answer('GET /api/admin/ledger/trial-balance', trialBalance);
  await page.getByRole('link', { name: 'Trial balance' }).click();
  await see(page.getByText('Balanced to the paisa'));
  expect(address()).toEqual({
    wallet: 'wal_asha',
    from: '2026-03-01T00:00:00Z',
    view: 'trial-balance',
  });
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect.poll(() => address().view).toBeUndefined();
  await expect.element(field('Wallet')).toHaveValue('wal_asha');
});

const endless = someEvent({
  walletId: long.id,
  owner: { kind: 'user', id: 'u', name: long.name },
  amount: -long.rupees,
  balanceAfter: long.rupees,
  counterAccount: long.id,
  generationId: long.id,
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('every view of the ledger is accessible and fits the screen: %o', async (settings) => {
  answer('GET /api/admin/ledger', only(endless, ...events.slice(0, 2)));
  answer('GET /api/admin/ledger/trial-balance', {
    ...trialBalance,
    wallets: { ...trialBalance.wallets, opening: long.rupees, in: long.rupees },
  });
  answer('GET /api/admin/ledger/as-of', {
    walletId: long.id,
    owner: { kind: 'organization', id: long.id, name: long.name },
    at: '2026-03-01T10:00:00.000Z',
    time: 'recorded',
    seq: 4,
    balance: long.rupees,
    held: 0,
    locked: 0,
    available: long.rupees,
  });
  const seen = async (view: string) => {
    await expectToFit(view);
    await expectAccess(view);
  };
  await show('?wallet=wal_asha', settings);
  await seeRows(3);
  await seen('the events');
  await show('?view=trial-balance', settings);
  await seeRows(4);
  await seen('the trial balance');
  await show(`?view=as-of&wallet=${long.id}&at=2026-03-01T10:00:00Z`, settings);
  await see(page.getByText('₹98,76,543.21'));
  await seen('as of');
});
