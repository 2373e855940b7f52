/** Each check finds at least one tampering. A new check without one does not compile. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CheckName } from '@sachet/shared/ledger/contracts/admin-ledger';
import type { Command } from '@sachet/shared/ledger/command';
import { readCheckpoints, takeCheckpoint, type SignedCheckpoint } from '../ledger/checkpoint.ts';
import { readSigningKey } from '../ledger/signing-key.ts';
import {
  accept,
  createTestLedger,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { checks } from './checks.ts';
import { runAuditPass } from './pass.ts';
import { verifyWhole } from './run.ts';

const key = readSigningKey('the key of these tests');
let open: TestLedger;
let exported: SignedCheckpoint[];

beforeEach(async () => {
  open = await createTestLedger();
  await walletCalled(open, 'wal_a');
  const topUp = { orderId: 'order', paymentId: 'pay' } as const;
  await append({ type: 'CreditTopUp', amountPaise: 500_00, ...topUp });
  await takeCheckpoint(open.owner, key);
  exported = await readCheckpoints(open.owner);
});
afterEach(async () => {
  await open.close();
  await open.database.drop('broken');
});

let keys = 0;
const append = (step: object) =>
  accept(open.ledger, {
    walletId: 'wal_a',
    idempotencyKey: `key_${(keys += 1)}`,
    actor: 'user:asha',
    ...step,
  } as Command);

const ago = (words: string) => `now() - interval '${words}'`;
const unchecked = 'set local session_replication_role = replica';
const change = (...statements: string[]) => tamper(open.owner, unchecked, ...statements);

const spending = { tool: 'image', memberUid: 'asha', generationId: 'gen' } as const;
const placeHold = (holdId: string, more: object = {}) =>
  append({
    type: 'PlaceHold',
    holdId,
    amountPaise: 50_00,
    expiresAtMs: Date.UTC(2199, 0, 1),
    ...spending,
    ...more,
  });
const capture = (holdId: string) => append({ type: 'CaptureHold', holdId });
const zeros = `decode(repeat('00', 32), 'hex')`;

const tamperings: Readonly<Record<CheckName, () => Promise<unknown>>> = {
  chain_broken: () => change(`update ledger_event set amount_paise = 600_00`),
  wallet_differs: () => change(`update wallet set balance_paise = balance_paise + 1`),
  projection_differs: () => change(`insert into open_hold values ('h', 'wal_a', 1, now())`),
  charge_without_result: () => append({ type: 'Charge', amountPaise: 5_00, ...spending }),
  async upgrade_unfounded() {
    await placeHold('smaller');
    await capture('smaller');
    await placeHold('larger', { upgradesSeq: 3 });
    await capture('larger');
  },
  hold_overdue: () => placeHold('late', { expiresAtMs: Date.now() - 3_600_000 }),
  held_differs: () => change(`insert into open_hold values ('h', 'wal_a', 1, now())`),
  async allowance_exceeded() {
    await append({ type: 'CreditSignupBonus', amountPaise: 250_00, lockedPaise: 250_00 });
    const allowanceDay = new Date().toISOString().slice(0, 10);
    const charge = { tool: 'chat', memberUid: 'asha', amountPaise: 700_00 };
    await append({ type: 'Charge', ...charge, releasesPaise: 250_00, allowanceDay });
  },
  chat_differs: () =>
    change(`insert into conversation (id, uid, provider, language, title, model_id, model_label, turn_count)
      values ('con', 'asha', 'google', 'en', 'My shop', 'm', 'M', 1)`),
  over_refunded: () =>
    change(`insert into ledger_event select (jsonb_populate_record(e, '{"seq": 2, "position": 9999,
      "kind": "RefundReturned", "amount_paise": 50001, "idempotency_key": "more"}')).* from ledger_event e`),
  paid_work_stuck: () =>
    change(`insert into unlock (hold_id, generation_id, uid, wallet_id, attempt, final_size, price_paise,
      model_id, status, created_at)
      values ('h', 'gen', 'asha', 'wal_a', 1, 1024, 7500, 'm', 'pending', ${ago('1 hour')})`),
  webhook_unprocessed: () =>
    change(`insert into gateway_webhook (event_id, kind, body, received_at)
      values ('evt', 'order.paid', '', ${ago('7 hours')})`),
  refund_unfinished: () =>
    change(`insert into payment_refund (id, payment_id, wallet_id, hold_id, amount_paise, reason,
      requested_by, requested_as, status, idempotency_key, created_at)
      values ('r', 'pay', 'wal_a', 'h', 1, '', 'boss', 'admin', 'pending', 'k', ${ago('8 days')})`),
  exception_open: () =>
    change(`insert into payment_exception (kind, subject, detail, opened_at)
      values ('second_payment', 'pay', '{}', ${ago('4 days')})`),
  verification_faults: () =>
    change(`insert into ledger_verification (requested_by, status, result, finished_at)
      values ('worker', 'done', '{"findingCount": 2}', now())`),
  verification_late: () => change(`update ledger_event set recorded_at = ${ago('27 hours')}`),
  checkpoint_forged: () => change(`update ledger_checkpoint set balance_paise = 1`),
  checkpoint_missing: () =>
    change('delete from ledger_checkpoint_head', 'delete from ledger_checkpoint'),
  checkpoint_late: () =>
    change(
      `update ledger_checkpoint set created_at = ${ago('9 hours')}`,
      `update wallet set recorded_at = ${ago('3 hours')}`,
    ),
  day_totals_differ: () =>
    change(
      `insert into ledger_day values ('2026-01-01', '2026-01-01', 'Charged', 'revenue:chat', 1, -100, 0)`,
    ),
  day_totals_late: () =>
    change(
      `insert into ledger_day_progress (wallet_id, seq, balance_paise, held_paise) values ('x', 1, 0, 0)`,
      `update wallet set recorded_at = ${ago('1 hour')}`,
    ),
  day_close_forged: () =>
    change(`insert into ledger_day_close values ('2026-01-01', 1, now(), 1, ${zeros}, '[]', ${zeros},
      ${zeros}, 'key', sha512('x'))`),
  day_close_late: () => change(`update ledger_event set recorded_at = ${ago('3 days')}`),
  document_forged: () =>
    change(`insert into document_series (prefix, year, kind, last_serial, head)
      values ('INV', '2627', 'tax-invoice', 5, ${zeros})`),
  document_differs: () =>
    change(`insert into document_used values ('2026-01', '27AAPFU0939F1ZV', 'image', 100, 10)`),
  provenance_differs: () => change(`insert into provenance_day values ('2026-01-01', 1, 0, 0)`),
  provider_costs_differ: () =>
    change(`insert into provider_cost_day values ('2026-01-01', 'google', 5, 5, 0),
      ('2026-01-09', 'google', 0, 0, 0)`),
  audit_trail_broken: () =>
    change(
      `insert into admin_audit (id, actor, action, hash) overriding system value values (1, 'boss', 'none', ${zeros})`,
    ),
};

/** The checks with findings, by a pass of the auditor and by a verification of everything. */
async function find(): Promise<ReadonlySet<CheckName>> {
  const pass = await runAuditPass(open.database.appUrl);
  const { publicKeyHex } = key;
  const connectionString = open.database.ownerUrl;
  const whole = await verifyWhole({ connectionString, publicKeyHex, exported });
  return new Set([...pass!.findings, ...whole.findings].map(({ check }) => check));
}

test.each(Object.keys(checks) as CheckName[])('a tampering is found by %s', async (name) => {
  expect([...(await find())]).toEqual([]);
  await tamperings[name]();
  expect([...(await find())]).toContain(name);
});
