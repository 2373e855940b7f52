import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LedgerEventTable } from '@sachet/db/tables';
import type {
  AdminLedgerAsOf,
  AdminLedgerPage,
  AdminLedgerEvent,
  AdminLedgerEventDetail,
  AdminTrialBalance,
  LedgerVerification,
  LedgerVerificationState,
  VerifyLedgerResponse,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { createCustomer, type Customer } from '../testing/client.ts';
import { openAuditedStack, type AuditedStack } from '../testing/ledger-history.ts';
import { addMember, foundOrganization, type Founder } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { impatient } from '../testing/stack.ts';

let open: AuditedStack;
let customer: Customer;
let founder: Founder;
let member: Customer;
let walletId: string;
let teamWalletId: string;

beforeAll(async () => {
  open = await openAuditedStack({
    env: { LEDGER_SIGNING_KEY: 'a-signing-key-for-these-tests' },
    limits: { ...impatient, checkpointEveryMs: 1_000, auditEveryMs: 300 },
  });
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

describe('verify now', () => {
  const state = () => open.read<LedgerVerificationState>('/api/admin/ledger/verification');

  async function verify(): Promise<VerifyLedgerResponse> {
    const { status, body } = await open.admin.send<VerifyLedgerResponse>(
      '/api/admin/ledger/verify',
      {
        method: 'POST',
      },
    );
    expect(status).toBe(202);
    return body;
  }

  const ended = (id: number): Promise<LedgerVerification> =>
    vi.waitUntil(
      async () => {
        const { last } = await state();
        return last?.id === id ? last : false;
      },
      { timeout: 60_000, interval: 50 },
    ) as Promise<LedgerVerification>;

  /** Wallets with events that are not yet in the daily sums or the provenance. */
  async function countUncounted(): Promise<number> {
    const [row] = await open.books.query<{ count: number }>(`
      select count(*)::int as count from wallet w
        left join ledger_day_progress d on d.wallet_id = w.id
        left join provenance_wallet p on p.wallet_id = w.id
       where w.seq > least(coalesce(d.seq, 0), coalesce(p.seq, 0))`);
    return row!.count;
  }

  const auditRows = () =>
    open.books.query(`select actor, details from admin_audit where action = 'verify-ledger'`);

  test('a verification checks the ledger, names its caller and writes an audit row', async () => {
    const { verification, isNew } = await verify();
    expect(isNew).toBe(true);
    const done = await ended(verification.id);
    const [row] = await open.books.query<{ events: number; wallets: number }>(
      'select sum(seq)::int as events, count(*)::int as wallets from wallet where seq > 0',
    );
    expect(done).toMatchObject({
      status: 'done',
      requestedBy: { uid: open.admin.uid, name: 'Nadia Khan' },
      result: { ...row, findingCount: 0, findings: [], signaturesChecked: true },
      error: null,
    });
    expect(await auditRows()).toEqual([
      { actor: `user:${open.admin.uid}`, details: { verificationId: verification.id } },
    ]);
    // Waits for a checkpoint of all events; an earlier one may lack events that were written between the two
    // sign-ups.
    await vi.waitFor(
      async () => expect((await state()).checkpoint).toMatchObject({ events: row!.events }),
      { timeout: 60_000 },
    );
  });

  test('a verification finds a row that was changed by hand, and names it', async () => {
    const update = (amount: string) => `
      alter table ledger_event disable trigger user;
      update ledger_event set amount_paise = amount_paise ${amount}
       where wallet_id = '${walletId}' and seq = 1;
      alter table ledger_event enable trigger user`;
    // If the worker counted the event while it is wrong, its sums would stay wrong: wait until it has
    // counted.
    await expect.poll(countUncounted, { timeout: 60_000 }).toBe(0);
    await open.books.query(update('+ 100'));
    try {
      const { result } = await ended((await verify()).verification.id);
      expect(result!.findingCount).toBeGreaterThan(0);
      expect(result!.findings).toContainEqual(
        expect.objectContaining({ check: 'chain_broken', walletId, seq: 1 }),
      );
      const { remedies } = await state();
      expect(remedies).toContainEqual({
        checks: expect.arrayContaining(['chain_broken']),
        toDo: expect.stringContaining('wallet'),
      });
    } finally {
      await open.books.query(update('- 100'));
    }
    expect((await ended((await verify()).verification.id)).result).toMatchObject({
      findingCount: 0,
    });
  });

  test('a concurrent verification is not started: its caller gets the verification in progress', async () => {
    await open.stack.worker.kill();
    const before = (await auditRows()).length;
    const asked = await Promise.all(Array.from({ length: 8 }, verify));
    expect(new Set(asked.map(({ verification }) => verification.id)).size).toBe(1);
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await auditRows()).toHaveLength(before + 1);
    expect((await state()).current).toMatchObject({ status: 'requested' });
    await open.stack.worker.start();
    expect(await ended(asked[0]!.verification.id)).toMatchObject({ status: 'done' });
    expect((await state()).current).toBeNull();
  });

  test('the sweep continues a verification whose worker crashed', async () => {
    const [left] = await open.books.query<{ id: number }>(
      `insert into ledger_verification (status, requested_by, attempt, started_at, beat_at)
       values ('running', $1, 1, now(), now() - interval '1 hour') returning id`,
      [open.admin.uid],
    );
    expect(await ended(left!.id)).toMatchObject({ status: 'done', result: { findingCount: 0 } });
  });
});
