import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  LedgerVerification,
  LedgerVerificationState,
  VerifyLedgerResponse,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { createCustomer } from '../testing/client.ts';
import { openAuditedStack, type AuditedStack } from '../testing/ledger-history.ts';
import { impatient } from '../testing/stack.ts';

const signingKey = 'a-signing-key-for-these-tests';
let open: AuditedStack;
let walletId: string;

beforeAll(async () => {
  open = await openAuditedStack({
    queue: 'postgres',
    env: { LEDGER_SIGNING_KEY: signingKey },
    limits: { ...impatient, checkpointEveryMs: 1_000, auditEveryMs: 300 },
  });
  ({ walletId } = await (await createCustomer(open.stack)).wallet());
});
afterAll(() => open?.stop());

const state = () => open.read<LedgerVerificationState>('/api/admin/ledger/verification');

async function verify(): Promise<VerifyLedgerResponse> {
  const { status, body } = await open.admin.send<VerifyLedgerResponse>('/api/admin/ledger/verify', {
    method: 'POST',
  });
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

describe('verify now', () => {
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
