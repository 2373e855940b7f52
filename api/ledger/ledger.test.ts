import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LedgerEventTable } from '@sachet/db/tables';
import type {
  AdminLedgerAsOf,
  AdminLedgerPage,
  AdminLedgerEvent,
  AdminLedgerEventDetail,
  AdminTrialBalance,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { createCustomer, type Customer } from '../testing/client.ts';
import { openAuditedStack, type AuditedStack } from '../testing/ledger-history.ts';
import { addMember, foundOrganization, type Founder } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';

let open: AuditedStack;
let customer: Customer;
let founder: Founder;
let member: Customer;
let walletId: string;
let teamWalletId: string;

beforeAll(async () => {
  open = await openAuditedStack({ queue: 'postgres' });
  customer = await createCustomer(open.stack);
  founder = await foundOrganization(open.stack);
  member = await addMember(open.stack, founder);
  ({ walletId } = await customer.wallet());
  ({ walletId: teamWalletId } = await founder.wallet());
  await open.append({
    type: 'AdjustByAdmin',
    walletId,
    amountPaise: 99_99,
    reason: '=1+1',
    actor: `admin:${open.admin.uid}`,
  });
  await open.append({
    type: 'AdjustByAdmin',
    walletId: teamWalletId,
    amountPaise: -10_00,
    reason: 'a "mistake", corrected',
    actor: `admin:${open.admin.uid}`,
  });
  await open.append({
    type: 'CreditTopUp',
    walletId,
    amountPaise: 500_00,
    orderId: 'ord_history',
    paymentId: 'pay_history',
    actor: 'gateway:razorpay',
  });
  const spending = { tool: 'chat', amountPaise: 12_50 } as const;
  for (let i = 0; i < 60; i += 1) {
    await open.append({
      type: 'Charge',
      walletId,
      ...spending,
      amountPaise: 1_00 + i,
      memberUid: customer.uid,
      actor: `user:${customer.uid}`,
    });
  }
  await open.append({
    type: 'Charge',
    walletId: teamWalletId,
    ...spending,
    memberUid: member.uid,
    conversationId: 'con_history',
    actor: `user:${member.uid}`,
  });
  const preview = await customer.preview();
  await customer.unlock(preview);
});

afterAll(async () => {
  await open?.books.expectToBeSound();
  await open?.stop();
});

type EventRow = LedgerEventTable & {
  owner_kind: 'user' | 'organization';
  owner_id: string;
  owner_name: string;
};

/** All events in the shape of the list, read directly from the table. */
async function readAll(): Promise<AdminLedgerEvent[]> {
  const rows = await open.books.query<EventRow>(
    `select e.*, w.owner_kind, w.owner_id,
            coalesce(o.name, p.first_name || ' ' || p.last_name) as owner_name
       from ledger_event e join wallet w on w.id = e.wallet_id
       left join organization o on o.id = w.owner_id
       left join user_profile p on p.uid = w.owner_id order by position desc`,
  );
  return rows.map((row) => ({
    position: row.position,
    walletId: row.wallet_id,
    seq: row.seq,
    owner: { kind: row.owner_kind, id: row.owner_id, name: row.owner_name },
    kind: row.kind,
    amount: row.amount_paise / 100,
    held: row.held_paise / 100,
    locked: (row.locked_paise ?? 0) / 100,
    balanceAfter: row.balance_after / 100,
    heldAfter: row.held_after / 100,
    counterAccount: row.counter_account,
    actor: row.actor,
    memberUid: row.member_uid,
    generationId: row.generation_id,
    conversationId: row.conversation_id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    holdId: row.hold_id,
    reversesSeq: row.reverses_seq,
    upgradesSeq: row.upgrades_seq,
    reason: row.reason,
    effectiveAt: row.effective_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
  }));
}

describe('the list', () => {
  test('the ledger list has every event, newest first, fifty to a page', async () => {
    const first = await open.read<AdminLedgerPage>('/api/admin/ledger');
    expect(first.items).toHaveLength(50);
    expect(first.next).not.toBeNull();
    const all = await readAll();
    expect(await open.list()).toEqual(all);
    // db/ledger/history/read.test.ts compares every filter with a scan of all events.
    const query = `uid=${customer.uid}&kind=Charged,AdjustedByAdmin&amountFrom=1.1&amountTo=1.2`;
    const some = all.filter(
      (e) =>
        e.walletId === walletId && e.kind === 'Charged' && e.amount <= -1.1 && e.amount >= -1.2,
    );
    expect(some.length).toBeGreaterThan(0);
    expect(await open.list(query)).toEqual(some);
    for (const [wrong, field] of [
      ['amountFrom=2&amountTo=1', 'amountFrom'],
      ['from=yesterday', 'from'],
      [`kind=Charged&after=${first.next}`, 'after'],
    ]) {
      expectRefusal(await open.admin.send(`/api/admin/ledger?${wrong}`), 'invalid', field);
    }
  });
});

describe('an event', () => {
  const read = (wallet: string, seq: number) =>
    open.read<AdminLedgerEventDetail>(`/api/admin/ledger/event?wallet=${wallet}&seq=${seq}`);

  test('a purchase event shows its postings, its place in the hash chain and its generation', async () => {
    const captured = (await open.list(`wallet=${walletId}&kind=HoldCaptured`))[0]!;
    const detail = await read(walletId, captured.seq);
    const cost = -captured.amount;
    expect(detail).toMatchObject({
      event: captured,
      postings: [
        { account: `wallet:${walletId}`, amount: -cost },
        { account: 'revenue:image', amount: cost },
      ],
      balanceBefore: captured.balanceAfter + cost,
      heldBefore: cost,
      actorPerson: null,
      member: { uid: customer.uid, name: 'Test Person' },
      generation: { id: captured.generationId, uid: customer.uid, mode: 'image' },
      hold: { id: captured.holdId, amount: cost, status: 'captured' },
      order: null,
      payment: null,
      reverses: null,
      reversedBy: [],
      adminAction: null,
    });
    expect(detail.hold!.otherEvents.map(({ kind }) => kind)).toEqual(['HoldPlaced']);
    const rows = await open.books.query<{ hash: Buffer; idempotency_key: string }>(
      'select hash, idempotency_key from ledger_event where wallet_id = $1 and seq in ($2, $3) order by seq',
      [walletId, captured.seq - 1, captured.seq],
    );
    expect([detail.previousHash, detail.hash]).toEqual(
      rows.map(({ hash }) => hash.toString('hex')),
    );
    expect(detail.idempotencyKey).toBe(rows[1]!.idempotency_key);
    expect((await read(walletId, 1)).previousHash).toBe('00'.repeat(32));
  });

  test('a charge and its refund link to each other', async () => {
    const charged = await open.append({
      type: 'Charge',
      walletId,
      tool: 'chat',
      amountPaise: 20_00,
      memberUid: customer.uid,
    });
    const back = await open.append({
      type: 'RefundCharge',
      walletId,
      amountPaise: 5_00,
      chargeSeq: charged.seq,
      reason: 'half of it',
    });
    expect((await read(walletId, charged.seq)).reversedBy.map(({ seq }) => seq)).toEqual([
      back.seq,
    ]);
    const detail = await read(walletId, back.seq);
    expect(detail.reverses?.seq).toBe(charged.seq);
    expect(detail.reversedBy).toEqual([]);
  });

  test("a payment event shows its payment, and an admin's event shows the audited action", async () => {
    const topUp = (await open.list('reference=pay_history'))[0]!;
    expect((await read(walletId, topUp.seq)).payment).toEqual({
      id: 'pay_history',
      orderId: 'ord_history',
      credited: 500,
      refunded: 0,
      disputed: 0,
    });
    const adjusted = (await open.list(`wallet=${walletId}&kind=AdjustedByAdmin`))[0]!;
    const plain = await read(walletId, adjusted.seq);
    expect(plain.adminAction).toBeNull();
    expect(plain.actorPerson).toMatchObject({ uid: open.admin.uid, name: 'Nadia Khan' });
    await open.books.query(
      `insert into admin_audit (actor, action, target_uid, details) values ($1, 'add-credits', $2, $3)`,
      [
        `user:${open.admin.uid}`,
        customer.uid,
        JSON.stringify({ walletId, idempotencyKey: plain.idempotencyKey, amountPaise: 99_99 }),
      ],
    );
    expect((await read(walletId, adjusted.seq)).adminAction).toMatchObject({
      action: 'add-credits',
      targetUid: customer.uid,
    });
  });

  test('an unknown event is not found', async () => {
    expectRefusal(
      await open.admin.send(`/api/admin/ledger/event?wallet=${walletId}&seq=9999`),
      'not_found',
    );
    expectRefusal(await open.admin.send('/api/admin/ledger/event?wallet=x&seq=1'), 'not_found');
    expectRefusal(
      await open.admin.send(`/api/admin/ledger/event?wallet=${walletId}&seq=0`),
      'invalid',
      'seq',
    );
  });
});

describe('a wallet as of a moment', () => {
  test('a wallet as of a moment has the state after its last event before the moment', async () => {
    const events = (await readAll()).filter((event) => event.walletId === walletId);
    const [{ recordedAt }] = events.slice(30) as [AdminLedgerEvent];
    const last = events.find((event) => event.recordedAt <= recordedAt)!;
    const path = `/api/admin/ledger/as-of?wallet=${walletId}&at=${recordedAt}`;
    expect(await open.read<AdminLedgerAsOf>(path)).toMatchObject({
      seq: last.seq,
      balance: last.balanceAfter,
      held: last.heldAfter,
      owner: { kind: 'user', id: customer.uid, name: 'Test Person' },
    });
  });

  test('a request for a wallet as of a moment is refused without the wallet or the moment', async () => {
    const at = '2026-01-01T00:00:00Z';
    expectRefusal(
      await open.admin.send(`/api/admin/ledger/as-of?wallet=x&at=${at}`),
      'not_found',
      'wallet',
    );
    expectRefusal(
      await open.admin.send(`/api/admin/ledger/as-of?wallet=${walletId}&at=now`),
      'invalid',
      'at',
    );
  });
});

describe('the trial balance', () => {
  const read = (query = '') =>
    open.read<AdminTrialBalance>(`/api/admin/ledger/trial-balance${query}`);

  test('the trial balance sums to zero, and its wallets match the wallet rows', async () => {
    const whole = await read();
    expect(whole).toMatchObject({
      isBalanced: true,
      sums: { opening: 0, net: 0, closing: 0 },
      walletRows: { difference: 0, heldDifference: 0 },
    });
    const [row] = await open.books.query<{ balance: number; held: number }>(
      'select sum(balance_paise)::bigint as balance, sum(held_paise)::bigint as held from wallet',
    );
    expect(whole.wallets.closing).toBe(row!.balance / 100);
    expect(whole.walletRows).toMatchObject({ balance: row!.balance / 100, held: row!.held / 100 });
    expect(whole.counterAccounts.map(({ account }) => account)).toEqual([
      'adjustments',
      'gateway:razorpay',
      'promotions',
      'revenue:chat',
      'revenue:image',
    ]);
  });
});

describe('an export', () => {
  const download = async (query: string) => {
    const answer = await fetch(`${open.stack.apiUrl}/api/admin/ledger/export?${query}`, {
      headers: open.admin.headers,
    });
    expect(answer.status).toBe(200);
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test.each(['', `&kind=Charged&amountFrom=1.3`, '&reference=pay_history', '&wallet=nothing'])(
    'a ledger export contains the whole list without pages:%s',
    async (query) => {
      const { headers, bytes } = await download(`format=ndjson${query}`);
      expect(headers.get('content-type')).toContain('application/x-ndjson');
      const lines = bytes.toString('utf8').split('\n').slice(0, -1);
      expect(lines.map((line) => JSON.parse(line))).toEqual(await open.list(query.slice(1)));
    },
  );

  test('a spreadsheet export has the same rows, and no text that begins like a formula', async () => {
    const { headers, bytes } = await download('format=csv&kind=AdjustedByAdmin');
    expect(headers.get('content-disposition')).toMatch(
      /attachment; filename="sachet-ledger-.*\.csv"/,
    );
    const [head, ...lines] = bytes.toString('utf8').split('\r\n').slice(0, -1);
    expect(head!.startsWith('\uFEFFposition,wallet,seq,')).toBe(true);
    const listed = await open.list('kind=AdjustedByAdmin');
    expect(lines).toHaveLength(listed.length);
    expect(lines[0]).toContain(`,"a ""mistake"", corrected",`);
    expect(lines[1]).toContain(`,'=1+1,`);
    expect(lines.map((line) => line.split(',')[0])).toEqual(
      listed.map(({ position }) => String(position)),
    );
  });

  test('a ledger export needs a known format', async () => {
    expectRefusal(
      await open.admin.send('/api/admin/ledger/export?format=xls'),
      'invalid',
      'format',
    );
  });
});
