import type {
  ProvenanceCredit,
  ProvenanceFunding,
  ProvenanceMove,
  ProvenanceUse,
} from '@sachet/shared/finance/contracts/admin-provenance';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectReadable } from '../../../testing/access';
import { signInAsFinance, someEvent } from '../../../testing/admin';
import { mount, see } from '../../../testing/mount';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { EventProvenance } from './provenance';
import { TrailPage } from './TrailPage';

const at = '2026-03-01T10:00:00.000Z';
const utr = '1568176960vxp0rj';
const paid: ProvenanceCredit = {
  walletId: 'wal_asha',
  seq: 2,
  kind: 'TopUpCredited',
  isPaid: true,
  at,
  credited: 500,
  paymentId: 'pay_1',
  settlements: [{ utr, settlementId: 'setl_1', day: '2026-03-03' }],
};
const bonus: ProvenanceCredit = {
  ...paid,
  seq: 1,
  kind: 'SignupBonusCredited',
  isPaid: false,
  credited: 250,
  paymentId: null,
  settlements: [],
};
const taking = {
  walletId: 'wal_asha',
  seq: 7,
  kind: 'HoldCaptured' as const,
  at,
  tool: 'image',
  generationId: 'gen_1',
  conversationId: null,
  paymentId: null,
};
const funding: ProvenanceFunding = {
  taking,
  taken: 90,
  givenBack: 10,
  owed: 5,
  parts: [
    { credit: bonus, amount: 25 },
    { credit: paid, amount: 50 },
  ],
};
const move = (seq: number, amount: number): ProvenanceMove => ({
  at,
  seq,
  amount,
  purpose: 'bought',
  taking: { ...taking, seq: Math.min(seq, 7) },
});
const use: ProvenanceUse = {
  credit: paid,
  unspent: 430.5,
  went: { bought: 50, refunded: 19.5, disputed: 0, adjusted: 0, cleared: 0, unclaimed: 0 },
  items: [move(8, -10), move(7, 60)],
  next: null,
};
const unspent = { at, paid: 1_23_456.5, bonus: 250, owed: 0, notYet: 0 };

beforeEach(() => {
  signInAsFinance();
  answer('GET /api/admin/provenance/unspent', unspent);
});
const show = (query = '') => mount(<TrailPage />, { path: `/admin/trail${query}` });
const link = (name: string | RegExp) => page.getByRole('link', { name });

describe('the trail', () => {
  test('the trail of a payment shows its purchases, its unspent rest, its refunds and its bank reference', async () => {
    answer('GET /api/admin/provenance/payment', use);
    await show('?of=pay_1');
    await see(page.getByText('₹430.50'));
    await see(page.getByText('Refunded'));
    expect(page.getByText('Disputed').elements()).toEqual([]);
    await expect.element(link(utr)).toHaveAttribute('href', `/admin/trail?of=${utr}`);
    const rows = page.getByRole('table', { name: 'Movements' });
    await see(rows.getByRole('row', { name: /Bought, returned #7.*−₹10\.00/ }));
    await see(rows.getByRole('row', { name: /Bought #7.* ₹60\.00/ }));
    await expect.element(link('gen_1').first()).toHaveAttribute('href', '/admin/trail?of=gen_1');
    await expectReadable('the trail of a payment');
  });

  test('the trail of a picture shows the money that paid for it, and any debt', async () => {
    answer('GET /api/admin/provenance/generation', { charges: [funding] });
    await show('?of=gen_1');
    await see(page.getByText('From granted money'));
    await see(page.getByText('₹25.00'));
    await see(page.getByText('₹50.00'));
    await see(page.getByText(/The next top-up covers it/));
    await expect
      .element(link(/ #2$/))
      .toHaveAttribute('href', '/admin/ledger/event?wallet=wal_asha&seq=2');
  });

  test('the trail of a bank reference lists every picture that it paid for, page by page', async () => {
    const credit = { walletId: 'wal_asha', seq: 2, paymentId: 'pay_1' };
    answer('GET /api/admin/provenance/settlement', ({ search }) => ({
      utr,
      payments: 12,
      credited: 6000,
      items: [{ ...move(search.has('after') ? 5 : 7, 60), credit }],
      next: search.has('after') ? null : 'there',
    }));
    await show(`?of=${utr}`);
    await see(page.getByText(`Payments in ${utr}: 12. Total:`));
    await page.getByRole('button', { name: 'Load more' }).click();
    await see(page.getByRole('row', { name: /Bought #5/ }));
    await see(page.getByText('End of list'));
    const pages = requestsTo('GET /api/admin/provenance/settlement').map(({ search }) =>
      search.get('after'),
    );
    expect(new Set(pages)).toEqual(new Set([null, 'there']));
  });

  test('the trail page says that an unknown reference does not exist', async () => {
    refuse('GET /api/admin/provenance/payment', 'not_found');
    await show('?of=pay_9');
    await see(page.getByRole('alert').getByText('Failed to trace the money'));
  });

  test('without a reference, the page shows unspent money now or at a past moment, and what it leaves out', async () => {
    answer('GET /api/admin/provenance/unspent', ({ search }) => ({
      ...unspent,
      notYet: search.get('at') ? 0 : 3,
    }));
    await show();
    await see(page.getByText('₹1,23,456.50'));
    await see(page.getByText(/without 3 newer events/));
    await page.getByRole('textbox', { name: 'At' }).fill('2026-02-01T00:00');
    await expect
      .poll(() => requestsTo('GET /api/admin/provenance/unspent').at(-1)?.search.get('at'))
      .toBe('2026-02-01T00:00:00+05:30');
    await expectReadable('the trail');
  });
});

describe("an event's own trail", () => {
  test("the trail page loads an event's trail only if the event moves money", async () => {
    answer('GET /api/admin/provenance/event', { funding, use: null });
    await mount(<EventProvenance event={someEvent({ amount: 0, held: 90 })} />);
    expect(requestsTo('GET /api/admin/provenance/event')).toEqual([]);
    await mount(<EventProvenance event={someEvent()} />);
    await see(page.getByRole('region', { name: 'Paid with' }));
  });
});
