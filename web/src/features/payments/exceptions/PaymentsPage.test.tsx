import type {
  PaymentException,
  PaymentExceptionHistory,
  ResolveExceptionRequest,
} from '@sachet/shared/payments/contracts/admin-payments';
import type { FindingClass } from '@sachet/shared/finance/settlement/reconcile';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import {
  confirm,
  long,
  question,
  signInAsFinance,
  signInAsSuperAdmin,
} from '../../../testing/admin';
import { mount, runMicrotasks, see, seeGone } from '../../../testing/mount';
import { answer, cutOff, refuse, requestsTo } from '../../../testing/server';
import { PaymentsPage } from './PaymentsPage';

const exception = (given: Partial<PaymentException> = {}): PaymentException => ({
  id: 7,
  kind: 'unknown_order',
  subject: 'pay_1',
  paymentId: 'pay_1',
  orderId: null,
  gatewayOrderId: null,
  detail: { status: 'captured', amountPaise: 70000, currency: 'INR', email: null },
  openedAt: '2026-03-01T10:00:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  note: null,
  assignee: null,
  foundOn: null,
  ...given,
});
const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const note = page.getByLabelText('What was done');
const send = page.getByRole('button', { name: 'Resolve', exact: true }).last();
const sent = () =>
  requestsTo('POST /api/admin/payment-exceptions').map(
    ({ body }) => body as ResolveExceptionRequest,
  );

async function show(items: PaymentException[], query = '', settings = {}): Promise<void> {
  answer('GET /api/admin/payment-exceptions', {
    items,
    open: 1234,
    found: 2,
    difference: -10,
    next: null,
  });
  await mount(<PaymentsPage />, { path: `/admin/payments${query}`, ...settings });
}

beforeEach(() => {
  signInAsSuperAdmin();
  answer('POST /api/admin/payment-exceptions', exception());
});

describe('an exception', () => {
  test("an exception shows what happened, its subject and the gateway's data in rupees", async () => {
    await show([exception({ orderId: 'ord_1', gatewayOrderId: 'order_g' })]);
    await see(page.getByRole('heading', { name: 'Payment for an unknown order' }));
    for (const text of ['#7 unknown_order', '₹700.00', 'captured', 'INR', 'order_g']) {
      await see(item('pay_1').getByText(text));
    }
    // Fields that the gateway did not send are not shown.
    expect(item('pay_1').getByText('email').elements()).toEqual([]);
    // The payment is also the exception's subject, but it is shown once. Payment and order link to their
    // events.
    expect(page.getByRole('button', { name: 'Copy pay_1' }).elements()).toHaveLength(1);
    const ways = page.getByRole('link', { name: 'See the ledger events' });
    await expect.element(ways.nth(0)).toHaveAttribute('href', '/admin/ledger?reference=pay_1');
    await expect.element(ways.nth(1)).toHaveAttribute('href', '/admin/ledger?reference=ord_1');
  });

  test("an exception of an unknown kind is shown under the server's name for the kind", async () => {
    await show([exception({ kind: 'brand_new_kind', detail: {} })]);
    await see(page.getByRole('heading', { name: 'brand_new_kind' }));
    await seeGone(page.getByText('Gateway data'));
  });

  test('an admin resolves an exception with a note of at least three letters, after a confirmation', async () => {
    await show([exception()]);
    await page.getByRole('button', { name: 'Resolve #7: Payment for an unknown' }).click();
    await expect.element(send).toBeDisabled();
    await note.fill(' ok ');
    await expect.element(send).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await seeGone(question);
    await note.fill(' Sent back by bank transfer ');
    await send.click();
    await see(question.getByText(/^Marks .*\(pay_1\) as resolved\. The ledger does not/));
    answer('GET /api/admin/payment-exceptions', {
      items: [],
      open: 0,
      found: 2,
      difference: -10,
      next: null,
    });
    await confirm('Sent back by bank transfer');
    await see(page.getByText('Exception resolved'));
    expect(sent()).toEqual([{ id: 7, note: 'Sent back by bank transfer' }]);
    await see(page.getByText('No open exceptions'));
  });

  test('an exception stays open with its note when it cannot be resolved', async () => {
    await show([exception()]);
    await page.getByRole('button', { name: /^Resolve #7/ }).click();
    await note.fill('Sent back');
    refuse('POST /api/admin/payment-exceptions', 'wrong_state');
    await send.click();
    await confirm('Sent back');
    await see(page.getByRole('alert').getByText('Refused: wrong_state'));
    cutOff('POST /api/admin/payment-exceptions');
    await send.click();
    await confirm('Sent back');
    await see(page.getByRole('alert').getByText(/^Failed to resolve\. Couldn’t reach Sachet/));
    await expect.element(note).toHaveValue('Sent back');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await seeGone(note);
  });

  test('a resolved exception shows when, by whom and how it was resolved', async () => {
    const resolved = {
      resolvedAt: '2026-03-02T10:00:00.000Z',
      resolvedBy: 'user:meera',
      note: 'Sent back by bank transfer',
    };
    await show(
      [exception(resolved), exception({ ...resolved, id: 8, resolvedBy: 'worker' })],
      '?state=resolved',
    );
    await see(item('#7').getByText('Sent back by bank transfer'));
    await expect
      .element(item('#7').getByRole('link', { name: 'meera' }))
      .toHaveAttribute('href', '/admin/users?uid=meera');
    await see(item('#8').getByText('System'));
    expect(page.getByRole('button', { name: /^Resolve/ }).elements()).toEqual([]);
  });

  test('an admin reopens an exception that a person resolved by mistake, with a reason', async () => {
    const resolved = { resolvedAt: '2026-03-02T10:00:00.000Z', note: 'Wrong row' };
    await show(
      [
        exception({ ...resolved, resolvedBy: 'user:meera' }),
        exception({ ...resolved, id: 8, resolvedBy: 'worker' }),
      ],
      '?state=resolved',
    );
    await see(item('#8'));
    expect(page.getByRole('button', { name: /^Reopen #8/ }).elements()).toEqual([]);
    await page.getByRole('button', { name: 'Reopen #7: Payment for an unknown order' }).click();
    await page.getByLabelText('Reason').fill('It was row 8');
    const reopen = page.getByRole('button', { name: 'Reopen', exact: true }).last();
    refuse('POST /api/admin/payment-exceptions/reopen', 'wrong_state');
    await reopen.click();
    await confirm('It was row 8');
    await see(page.getByRole('alert').getByText('Refused: wrong_state'));
    answer('POST /api/admin/payment-exceptions/reopen', exception());
    await reopen.click();
    await see(question.getByText(/\(pay_1\) as open again\. The ledger does not change/));
    await confirm('It was row 8');
    await see(page.getByText('Exception reopened'));
    expect(requestsTo('POST /api/admin/payment-exceptions/reopen').at(-1)?.body).toEqual({
      id: 7,
      reason: 'It was row 8',
    });
  });
});

describe('a difference between the report and the ledger', () => {
  test('an admin books a difference with a reason, and the page says whether that needs an approval', async () => {
    answer('POST /api/admin/payment-exceptions/book', { done: 'proposed' });
    await show([finding('amount_differs', both), finding('settled_late', both, { id: 8 })]);
    expect(page.getByRole('button', { name: /^Book it: #8/ }).elements()).toEqual([]);
    await page.getByRole('button', { name: /^Book it: #/ }).click();
    await page.getByLabelText('Reason').fill('Razorpay took 10 less');
    await page.getByRole('button', { name: 'Book it', exact: true }).last().click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText('Sent to a super admin for approval'));
    expect(requestsTo('POST /api/admin/payment-exceptions/book').at(-1)?.body).toMatchObject({
      reason: 'Razorpay took 10 less',
    });
  });
});

describe('the table', () => {
  test("the table has one row per payment, and an open row shows the payment's exceptions", async () => {
    await show([
      finding('settled_late', both, { id: 9 }),
      finding('missing_in_ledger', { gateway: [line], differencePaise: 1_000_00 }),
      exception({ id: 3, subject: 'utr UTR9', paymentId: null, assignee: 'meera' }),
    ]);
    const rows = page.getByRole('table', { name: 'Payment exceptions' }).getByRole('row');
    await expect.poll(() => rows.elements().length).toBe(3);
    await see(rows.nth(1).getByText('₹1,000.00'));
    await see(rows.nth(2).getByText('utr UTR9'));
    await see(rows.nth(2).getByText('meera'));
    expect(page.getByRole('listitem').elements()).toEqual([]);
    await rows.nth(1).getByRole('button').click();
    await see(item('#9'));
    await see(item('#7'));
    expect(item('#3').elements()).toEqual([]);
    await rows.nth(1).getByRole('button', { expanded: true }).click();
    await seeGone(item('#9'));
    await rows.nth(1).getByRole('checkbox', { name: 'Select all of pay_1' }).click();
    await see(page.getByText('Exceptions selected: 2'));
    await rows.nth(1).getByRole('checkbox').click();
    await seeGone(page.getByText(/^Exceptions selected/));
  });
});

describe('a difference between a settlement and the bank', () => {
  test('an admin proposes an entry for a bank difference, and another person must approve it', async () => {
    answer('POST /api/admin/bank-entries', {
      id: 'bke_1',
      utr: 'UTR9',
      day: '2026-03-03',
      amount: 76.4,
      account: 'rounding',
      reason: 'The bank rounds',
      proposedBy: 'meera',
      proposedAt: '2026-03-05T10:00:00.000Z',
      status: 'waiting',
      decidedBy: null,
      note: null,
    });
    await show([finding('bank_amount_differs', { bank: transfer }, { paymentId: null })]);
    await page.getByRole('button', { name: /^Book it: #7/ }).click();
    await page.getByLabelText('Kind of difference').selectOptions('Rounding');
    await page.getByLabelText('Reason').fill('The bank rounds');
    await page.getByRole('button', { name: 'Book it', exact: true }).last().click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText(/^Proposed\. Another member of the finance team/));
    expect(requestsTo('POST /api/admin/bank-entries').at(-1)?.body).toEqual({
      exceptionId: 7,
      account: 'rounding',
      reason: 'The bank rounds',
    });
  });
});

describe('several exceptions', () => {
  test('an admin resolves the selected exceptions with one note, and the other exceptions stay', async () => {
    answer('POST /api/admin/payment-exceptions/resolve', { resolved: 2 });
    await show([exception(), exception({ id: 8 }), exception({ id: 9 })]);
    await see(page.getByText('Found: 2. They make the totals differ by −₹10.00.'));
    await page.getByRole('button', { name: 'Select all shown' }).click();
    await see(page.getByText('Exceptions selected: 3'));
    await page.getByRole('checkbox', { name: /^Select #8/ }).click();
    await see(page.getByText('Exceptions selected: 2'));
    await page.getByLabelText('Reason').fill('Sent back by the bank');
    await page.getByRole('button', { name: 'Resolve selected' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText('Exceptions resolved'));
    expect(requestsTo('POST /api/admin/payment-exceptions/resolve')[0]?.body).toEqual({
      ids: [7, 9],
      note: 'Sent back by the bank',
    });
  });

  test('an admin can search exceptions by payment, UTR or amount', async () => {
    await show([exception()]);
    await page.getByRole('searchbox', { name: 'Search' }).fill('500.25');
    await expect.poll(() => location.search).toBe('?search=500.25');
    await expect
      .poll(() => requestsTo('GET /api/admin/payment-exceptions').at(-1)?.search.get('search'))
      .toBe('500.25');
  });
});

describe('a finance user', () => {
  test('a finance user sees only the pages of finance and can resolve exceptions', async () => {
    signInAsFinance();
    await show([exception()]);
    await see(page.getByRole('button', { name: /^Resolve #7/ }));
    const links = page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link');
    await expect
      .poll(() => links.elements().map(({ textContent }) => textContent))
      .toEqual(['Ledger', 'Money trail', 'Payments', 'Finance', 'Settlements', 'Exports']);
    expect(page.getByRole('button', { name: /Queues/ }).elements()).toEqual([]);
    expect(requestsTo('GET /api/admin/notices')).toEqual([]);
  });
});

const line = {
  kind: 'payment',
  entityId: 'pay_1',
  amountPaise: 1_000_00,
  debitPaise: 0,
  creditPaise: 970_50,
  feePaise: 29_50,
  taxPaise: 4_50,
  currency: 'INR',
  onHold: false,
  createdOn: '2026-03-01',
  settledOn: '2026-03-09',
  settlementId: 'setl_1',
  utr: 'UTR123',
  paymentId: 'pay_1',
  disputeId: null,
};
const event = {
  kind: 'payment',
  entityId: 'pay_1',
  paymentId: 'pay_1',
  amountPaise: 1_000_00,
  day: '2026-03-01',
  walletId: 'wal_asha',
  seq: 3,
};
const transfer = { utr: 'UTR9', day: '2026-03-03', settledPaise: 976_40, bankPaise: 900_00 };
const both = { ledger: [event], gateway: [line] };
const finding = (kind: FindingClass, detail: object, given: Partial<PaymentException> = {}) => {
  const day = '2026-03-01';
  return exception({ kind, foundOn: day, detail: { day, ...detail }, ...given });
};

describe('findings of a comparison', () => {
  test.each<[FindingClass, object, string]>([
    [
      'missing_in_ledger',
      { gateway: [line] },
      'The gateway reports ₹1,000.00, but the ledger has no event for it.',
    ],
    [
      'missing_at_gateway',
      { ledger: [event] },
      'The ledger has ₹1,000.00, but no report of the next 10 days includes it.',
    ],
    [
      'amount_differs',
      { ledger: [{ ...event, amountPaise: 900_00 }], gateway: [line] },
      '₹900.00 in the ledger, ₹1,000.00 at the gateway.',
    ],
    [
      'fee_differs',
      { ...both, agreedFeePaise: 23_60 },
      'The gateway kept ₹29.50 including GST. The agreed amount is ₹23.60.',
    ],
    [
      'duplicate',
      { ledger: [event], gateway: [line, { ...line, settlementId: 'setl_2' }] },
      'Settlement lines: 2. Ledger events: 1. There should be one of each.',
    ],
    [
      'disputed',
      { ledger: [{ ...event, kind: 'dispute', amountPaise: -500_00 }] },
      '−₹500.00 is on hold until the dispute is decided.',
    ],
    ['settled_late', both, 'Settled after 8 days. The agreed maximum is 5.'],
    ['bank_amount_differs', { bank: transfer }, '₹976.40 was settled, ₹900.00 reached the bank.'],
    [
      'utr_unknown',
      { bank: { ...transfer, settledPaise: null } },
      '₹900.00 reached the bank with a UTR that is in no settlement.',
    ],
  ])(
    'the finding %s is explained with its figures instead of JSON',
    async (kind, detail, words) => {
      await show([finding(kind, detail)]);
      await see(page.getByText(words));
      await seeGone(page.getByText('Gateway data'));
      expect(document.body.textContent).not.toContain('{"');
    },
  );

  test('a finding compares both sides, explains the effect on the totals, and links to the event and the day', async () => {
    await show([finding('missing_in_ledger', { gateway: [line], differencePaise: 1_000_00 })]);
    const side = (name: string) => page.getByRole('region', { name, exact: true });
    await see(side('Ledger').getByText('No ledger entry'));
    await see(side('Bank').getByText('Not applicable'));
    for (const text of ['₹1,000.00', '₹25.00', '₹4.50', '₹970.50', '9 Mar 2026', 'UTR123']) {
      await see(side('Gateway').getByText(text));
    }
    await see(page.getByText(/^This makes the totals differ by ₹1,000\.00\./));
    await expect
      .element(page.getByRole('link', { name: 'See the comparison of 1 Mar 2026' }))
      .toHaveAttribute('href', '/admin/settlements?from=2026-03-01&to=2026-03-01');
    await show([finding('fee_differs', both)]);
    await see(page.getByText(/^This doesn’t affect the totals\./));
    await expect
      .element(side('Ledger').getByRole('link', { name: 'No. 3' }))
      .toHaveAttribute('href', '/admin/ledger/event?wallet=wal_asha&seq=3');
  });

  test('a finding in an unknown format is shown as the server sent it', async () => {
    await show([finding('duplicate', { ledger: 'otherwise' })]);
    await see(page.getByText('otherwise'));
  });
});

describe('the assignee and the notes of an exception', () => {
  const entry = { actor: 'worker', note: null, assignee: null };
  const answerHistory = (...history: PaymentExceptionHistory['history']) =>
    answer('GET /api/admin/payment-exception', { exception: exception(), history });
  const annotations = () =>
    requestsTo('POST /api/admin/payment-exceptions/note').map(({ body }) => body);

  test('an admin assigns an exception to themselves and removes the assignment', async () => {
    const uid = signInAsSuperAdmin();
    await show([exception()]);
    await see(item('#7').getByText('unassigned'));
    const mine = exception({ assignee: uid });
    answer('POST /api/admin/payment-exceptions/note', mine);
    answer('GET /api/admin/payment-exceptions', {
      items: [mine],
      open: 1,
      found: 2,
      difference: -10,
      next: null,
    });
    await page.getByRole('button', { name: 'Assign to me: #7' }).click();
    await see(item('#7').getByRole('link', { name: 'You' }));
    await page.getByRole('button', { name: 'Unassign: #7' }).click();
    await expect.poll(annotations).toEqual([
      { id: 7, assignee: uid },
      { id: 7, assignee: null },
    ]);
  });

  test('an admin adds a note to the history, which shows the author and the time', async () => {
    await show([exception()]);
    expect(requestsTo('GET /api/admin/payment-exception')).toEqual([]);
    const first = { ...entry, at: '2026-03-02T10:00:00.000Z', action: 'found_again' } as const;
    answerHistory(first);
    await page.getByRole('button', { name: 'Notes and history: #7' }).click();
    const history = page.getByRole('list', { name: 'Notes and history' }).getByRole('listitem');
    await see(history.filter({ hasText: /^Found again.*2 Mar 2026.*System$/ }));
    const add = page.getByRole('button', { name: 'Add the note' });
    await expect.element(add).toBeDisabled();
    await page.getByLabelText('New note').fill(' Asked the bank ');
    refuse('POST /api/admin/payment-exceptions/note', 'internal');
    await add.click();
    await see(page.getByRole('alert').getByText(/^Failed to save/));
    answer('POST /api/admin/payment-exceptions/note', exception());
    answerHistory(first, {
      at: '2026-03-03T10:00:00.000Z',
      actor: 'user:meera',
      action: 'noted',
      note: 'Asked the bank',
      assignee: null,
    });
    await add.click();
    await see(history.nth(1).getByText('Asked the bank'));
    await see(history.nth(1).getByRole('link', { name: 'meera' }));
    await expect.element(page.getByLabelText('New note')).toHaveValue('');
    expect(annotations().at(-1)).toEqual({ id: 7, note: 'Asked the bank' });
  });

  test('a finance user sees no links to pages of super admins', async () => {
    signInAsFinance();
    await show([exception({ assignee: 'meera' })]);
    await see(item('#7').getByText('meera', { exact: true }));
    expect(document.querySelectorAll('[href*="/admin/users"]')).toHaveLength(0);
  });
});

describe('the list of exceptions', () => {
  test('a chosen type stays chosen before its rows are rendered, also for a link', async () => {
    await show([]);
    const type = page.getByLabelText('Exception type');
    await see(type);
    const select = type.element() as HTMLSelectElement;
    select.value = 'settled_late';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await runMicrotasks();
    expect(select.value).toBe('settled_late');
    expect(page.getByRole('link', { name: 'Resolved' }).element().getAttribute('href')).toContain(
      'kind=settled_late',
    );
  });

  test('filters by kind and day stay when the admin changes between open and resolved exceptions, and can be cleared', async () => {
    await show([], '?day=2026-03-01');
    const asked = () =>
      Object.fromEntries(requestsTo('GET /api/admin/payment-exceptions').at(-1)!.search);
    await see(page.getByText('Nothing matches these filters'));
    await see(page.getByText('1 Mar 2026'));
    expect(asked()).toEqual({ state: 'open', day: '2026-03-01' });
    await page.getByLabelText('Exception type').selectOptions('Settled late');
    await page.getByRole('link', { name: 'Resolved' }).click();
    await expect
      .poll(asked)
      .toEqual({ state: 'resolved', kind: 'settled_late', day: '2026-03-01' });
    await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(asked).toEqual({ state: 'resolved' });
  });

  test('the address chooses open or resolved exceptions, and the page shows the number of open ones', async () => {
    await show([]);
    await see(page.getByText('No open exceptions'));
    await see(page.getByRole('link', { name: /^Open ?1,?234$/ }));
    await page.getByRole('link', { name: 'Resolved' }).click();
    await see(page.getByText('No resolved exceptions yet'));
    await expect.poll(() => location.search).toBe('?state=resolved');
    const asked = requestsTo('GET /api/admin/payment-exceptions').at(-1);
    expect(asked?.search.get('state')).toBe('resolved');
  });

  test('exceptions load page by page, and a failed page can be loaded again', async () => {
    answer('GET /api/admin/payment-exceptions', ({ search }) =>
      search.get('after') === 'older'
        ? {
            items: [exception({ id: 6, subject: 'pay_6' })],
            open: 2,
            found: 2,
            difference: -10,
            next: null,
          }
        : { items: [exception()], open: 2, found: 2, difference: -10, next: 'older' },
    );
    await mount(<PaymentsPage />, { path: '/admin/payments' });
    await see(item('#7'));
    await page.getByRole('button', { name: 'Load more' }).click();
    await see(item('#6'));
    await see(page.getByText('End of list'));
    refuse('GET /api/admin/payment-exceptions', 'internal');
    await mount(<PaymentsPage />, { path: '/admin/payments?state=resolved' });
    await see(page.getByRole('alert').getByText('Failed to list exceptions'));
    answer('GET /api/admin/payment-exceptions', {
      items: [exception({ id: 5 })],
      open: 0,
      found: 1,
      difference: 0,
      next: null,
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(item('#5'));
  });
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the payments page is accessible and fits the screen: %o', async (settings) => {
  const detail = {
    description: long.name,
    id: long.id,
    amountPaise: 98_76_543_21,
    nested: { a: [1] },
  };
  const endless = exception({ id: 9, subject: long.id, gatewayOrderId: long.id, detail });
  const found = finding('duplicate', { ...both, bank: transfer }, { id: 6, assignee: long.id });
  await show([exception(), endless, found], '', settings);
  await see(page.getByText('₹98,76,543.21'));
  await page.getByRole('listitem').getByRole('button', { expanded: false }).first().click();
  const by = { actor: `user:${long.id}`, assignee: long.id };
  answer('GET /api/admin/payment-exception', {
    exception: found,
    history: [{ at: found.openedAt, action: 'assigned', note: long.name, ...by }],
  });
  await page
    .getByRole('listitem')
    .getByRole('button', { name: '#6', expanded: false })
    .last()
    .click();
  await see(page.getByRole('textbox').nth(1));
  await expectToFit('exceptions');
  await expectAccess('exceptions');
});
