/** Each check finds its tamperings in every scope in which it runs. A new check without one does not compile. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CheckName } from '@sachet/shared/ledger/contracts/admin-ledger';
import type { Command } from '@sachet/shared/ledger/command';
import { encodeDayClose } from '@sachet/shared/finance/day-close';
import { addDays, dayMs, istDay, startOfIstDay } from '@sachet/shared/time';
import { closeDueDays, closesAfterMs, readDayClose } from '../finance/day-close.ts';
import { readCheckpoints, takeCheckpoint, type SignedCheckpoint } from '../ledger/checkpoint.ts';
import { digestSql } from '../ledger/prove-chains.ts';
import { sha256 } from '../ledger/rows.ts';
import { readSigningKey, signWith } from '../ledger/signing-key.ts';
import {
  accept,
  createTestLedger,
  rechain,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { checks, listChecks } from './checks.ts';
import { runAuditPass } from './pass.ts';
import { toFindingLine } from './report.ts';
import { verifyWhole } from './run.ts';

const key = readSigningKey('the key of these tests');
let open: TestLedger;
let exported: SignedCheckpoint[];

beforeEach(async () => {
  open = await createTestLedger();
  await walletCalled(open, 'wal_a');
  const topUp = { orderId: 'order', paymentId: 'pay' } as const;
  await append({ type: 'CreditTopUp', amountPaise: 500_00, ...topUp });
  await placeHold('voided');
  await append({ type: 'VoidHold', holdId: 'voided' });
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
const charge = (more: object = {}) =>
  append({ type: 'Charge', amountPaise: 5_00, ...spending, ...more });
const zeros = `decode(repeat('00', 32), 'hex')`;

/** A copy of the top-up as another event, which follows no rule. */
const copyTopUp = (changed: object) =>
  change(
    `insert into ledger_event select (jsonb_populate_record(e, '${JSON.stringify({
      position: 9_999,
      idempotency_key: 'more',
      ...changed,
    })}')).* from ledger_event e where seq = 1`,
  );

const generation = (content: string | null, prices: object = {}) =>
  change(`insert into generation (id, uid, wallet_id, mode, provider, language, quality, prompt, aspect_ratio,
      preview_max, model_id, model_label, status, rate_card_version, content, prices)
    values ('gen', 'asha', 'wal_a', 'image', 'google', 'en', 'quality', 'chai', '1:1', 256, 'm', 'M', 'ready',
      '1', ${content === null ? 'null' : `'${content}'`}, '${JSON.stringify(prices)}')`);

interface UnlockRow {
  readonly holdId: string;
  readonly status: string;
  readonly size?: number;
  readonly upgrades?: string | null;
}
const unlock = ({ holdId, status, size = 1024, upgrades = null }: UnlockRow) =>
  change(`insert into unlock (hold_id, generation_id, uid, wallet_id, attempt, final_size, price_paise,
      model_id, status, image_key, upgrades_hold_id, created_at)
    values ('${holdId}', 'gen', 'asha', 'wal_a', ${(keys += 1)}, ${size}, 5000, 'm', '${status}',
      ${status === 'done' ? `'key'` : 'null'}, ${upgrades === null ? 'null' : `'${upgrades}'`},
      ${ago('1 hour')})`);

/** A copy for 45 rupees, and a larger one for 29 more. */
async function buyLarger({ size = 1024, upgrades = 'smaller' as string | null, price = 74 } = {}) {
  await placeHold('smaller', { amountPaise: 45_00 });
  const { seq: upgradesSeq } = await capture('smaller');
  await placeHold('larger', { amountPaise: 29_00, upgradesSeq });
  await capture('larger');
  await generation(null, { 512: 45, 1024: price });
  await unlock({ holdId: 'smaller', status: 'done', size: 512 });
  await unlock({ holdId: 'larger', status: 'done', size, upgrades });
}

const lockedBonus = (name: string, lockedPaise: number) =>
  append({
    type: 'CreditSignupBonus',
    actor: `user:${name}`,
    amountPaise: lockedPaise,
    lockedPaise,
  });
const verify = (name: string) =>
  append({ type: 'ReleaseBonus', actor: `user:${name}`, reason: 'verified' });

const allowanceDay = new Date().toISOString().slice(0, 10);
const release = (releasesPaise: number) =>
  append({
    type: 'Charge',
    tool: 'chat',
    memberUid: 'asha',
    amountPaise: releasesPaise + 500_00,
    releasesPaise,
    allowanceDay,
  });
const allow = (paise: number) =>
  change(`insert into daily_allowance (day, name, used, most)
    values ('${allowanceDay}', 'unverified_spending', ${paise}, ${paise})`);

const conversation = (turnCount: number, paidBlocks: number) =>
  change(`insert into conversation (id, uid, provider, language, title, model_id, model_label, turn_count,
      paid_blocks)
    values ('con', 'asha', 'google', 'en', 'My shop', 'm', 'M', ${turnCount}, ${paidBlocks})`);

const webhook = (id: string, at: string) =>
  change(`insert into gateway_webhook (event_id, kind, body, received_at)
    values ('${id}', 'order.paid', '', ${at})`);
const exception = (at: string) =>
  change(`insert into payment_exception (kind, subject, detail, opened_at)
    values ('second_payment', 'pay', '{}', ${at})`);

const today = istDay(Date.now());
const toHex = (bytes: Uint8Array) => `decode('${Buffer.from(bytes).toString('hex')}', 'hex')`;

/** Closes today and the next two days. */
const closeDays = (signedWith = key) =>
  closeDueDays(
    { db: open.db, pool: open.owner },
    signedWith,
    startOfIstDay(addDays(today, 2)) + dayMs + closesAfterMs,
  );

async function recordActions(): Promise<void> {
  for (const action of ['one', 'two', 'three', 'four']) {
    await open.owner.query(`insert into admin_audit (actor, action) values ('boss', $1)`, [action]);
  }
}

/** A change is a statement, or what runs several. */
type Tampering = readonly [
  what: string,
  change: string | (() => Promise<unknown>),
  /** The subject of the finding, or its beginning, and perhaps the beginning of its detail. */
  finding: string,
];

const tamperings: Readonly<Record<CheckName, readonly [Tampering, ...Tampering[]]>> = {
  chain_broken: [
    ['an edited event', `update ledger_event set amount_paise = 1 where seq = 1`, 'wal_a#1'],
    ['a missing event', 'delete from ledger_event where seq = 2', 'wal_a#2'],
    ['a missing last event', 'delete from ledger_event where seq = 3', 'wal_a#3'],
    [
      'a missing last event to which the wallet was adapted',
      () =>
        change(
          'delete from ledger_event where seq = 3',
          `update wallet w set seq = e.seq, head = e.hash, held_paise = e.held_after
             from ledger_event e where e.seq = 2`,
        ),
      'wal_a#3',
    ],
    [
      'an edited event with a hash that matches it',
      () =>
        change(
          'update ledger_event set amount_paise = 1, balance_after = 1 where seq = 1',
          `update ledger_event set hash = sha256(${zeros} || ${digestSql}) where seq = 1`,
        ),
      'wal_a#2',
    ],
    [
      'an edited event after which all hashes match',
      async () => {
        await change(`update ledger_event set reason = 'other' where seq = 3`);
        await rechain(open.owner, 'wal_a');
      },
      'wal_a#3',
    ],
    [
      'an added event with a hash that matches it',
      async () => {
        await copyTopUp({ seq: 4, kind: 'RefundReturned' });
        await rechain(open.owner, 'wal_a');
      },
      'wal_a#4',
    ],
  ],
  wallet_differs: [
    ['a changed balance', `update wallet set balance_paise = balance_paise + 1`, 'wal_a'],
    [
      'a balance beyond all numbers',
      `update wallet set balance_paise = ${2n ** 63n - 1n}`,
      'wal_a',
    ],
    [
      'a locked amount that no event explains',
      async () => {
        await lockedBonus('asha', 250_00);
        await change(`update wallet set locked_paise = 0, locked_for = null`);
      },
      'wal_a',
    ],
  ],
  projection_differs: [
    [
      'a hold that no event placed, in a wallet with a new event',
      async () => {
        await change(`insert into open_hold values ('h', 'wal_a', 1, now())`);
        await charge();
      },
      'open_hold h',
    ],
  ],
  charge_without_result: [
    ['a charge for nothing', () => charge(), 'wal_a#4'],
    [
      'a text that was not written',
      async () => {
        await charge({ tool: 'general' });
        await generation(null);
      },
      'wal_a#4',
    ],
    [
      'an unfinished picture',
      async () => {
        await placeHold('h');
        await capture('h');
        await generation(null);
        await unlock({ holdId: 'h', status: 'pending' });
      },
      'wal_a#5',
    ],
    [
      'a charge that was refunded in part',
      async () => {
        await charge();
        await append({ type: 'RefundCharge', amountPaise: 4_99, chargeSeq: 4 });
      },
      'wal_a#4',
    ],
  ],
  upgrade_unfounded: [
    ['a larger copy for less than the difference', () => buyLarger({ price: 75 }), 'wal_a#7'],
    ['a larger copy of the same size', () => buyLarger({ size: 512 }), 'wal_a#7'],
    ['a larger copy of no smaller one', () => buyLarger({ upgrades: null }), 'wal_a#7'],
  ],
  hold_overdue: [
    [
      'a hold past its deadline',
      () => placeHold('late', { expiresAtMs: Date.now() - 3_600_000 }),
      'late',
    ],
  ],
  held_differs: [
    ['a hold without held money', `insert into open_hold values ('h', 'wal_a', 1, now())`, 'wal_a'],
    [
      'held money without a hold',
      async () => {
        await placeHold('h');
        await change('delete from open_hold');
      },
      'wal_a',
    ],
  ],
  allowance_exceeded: [
    [
      'a release that no allowance covers',
      async () => {
        await lockedBonus('asha', 250_00);
        await release(250_00);
      },
      allowanceDay,
    ],
    [
      'releases beyond the daily limit though the limit in the row was raised',
      async () => {
        await lockedBonus('asha', 30_000_00);
        await allow(30_000_00);
        await release(25_001_00);
      },
      allowanceDay,
    ],
    [
      'bonuses of verified addresses beyond the daily limit',
      async () => {
        await lockedBonus('asha', 125_000_01);
        await verify('asha');
      },
      `${istDay(Date.now())} verified_bonus`,
    ],
    [
      'credits for friends beyond the daily limit',
      () => append({ type: 'CreditReferral', actor: 'worker', amountPaise: 5_000_01 }),
      `${istDay(Date.now())} referral`,
    ],
  ],
  chat_differs: [
    ['a reply without its turn', () => conversation(1, 0), 'con'],
    ['a paid block without its charge', () => conversation(0, 1), 'con'],
  ],
  over_refunded: [
    [
      'more money that returned than was refunded',
      () => copyTopUp({ seq: 4, kind: 'RefundReturned', amount_paise: 50_001 }),
      'pay',
    ],
    [
      'more given back than was charged',
      async () => {
        await charge();
        const without = { payment_id: null, order_id: null };
        await copyTopUp({
          seq: 5,
          kind: 'ChargeRefunded',
          amount_paise: 5_01,
          reverses_seq: 4,
          ...without,
        });
      },
      'wal_a#4',
    ],
  ],
  paid_work_stuck: [
    ['an old unlock that is pending', () => unlock({ holdId: 'h', status: 'pending' }), 'h'],
  ],
  webhook_unprocessed: [['an old webhook', () => webhook('evt', ago('7 hours')), 'evt']],
  refund_unfinished: [
    [
      'an old refund that is pending',
      `insert into payment_refund (id, payment_id, wallet_id, hold_id, amount_paise, reason,
          requested_by, requested_as, status, idempotency_key, created_at)
          values ('r', 'pay', 'wal_a', 'h', 1, '', 'boss', 'admin', 'pending', 'k', ${ago('8 days')})`,
      'r',
    ],
  ],
  exception_open: [['an old exception', () => exception(ago('4 days')), '1']],
  verification_faults: [
    [
      'the newest verification with findings',
      `insert into ledger_verification (requested_by, status, result, finished_at)
          values ('worker', 'done', '{"findingCount": 2}', now())`,
      'verification 1',
    ],
  ],
  verification_late: [
    [
      'an old event that was never verified',
      `update ledger_event set recorded_at = ${ago('27 hours')}`,
      'newest',
    ],
  ],
  checkpoint_forged: [
    ['an edited checkpoint', `update ledger_checkpoint set balance_paise = 1`, '1'],
  ],
  checkpoint_missing: [
    [
      'an exported checkpoint that was deleted',
      () => change('delete from ledger_checkpoint_head', 'delete from ledger_checkpoint'),
      '1',
    ],
  ],
  checkpoint_late: [
    [
      'an event without a checkpoint for hours',
      () =>
        change(
          `update ledger_checkpoint set created_at = ${ago('9 hours')}`,
          `update wallet set recorded_at = ${ago('3 hours')}`,
        ),
      'newest',
    ],
  ],
  day_totals_differ: [
    [
      'a sum without events',
      `insert into ledger_day values ('2026-01-01', '2026-01-01', 'Charged', 'revenue:chat', 1, -100, 0)`,
      'ledger_day',
    ],
  ],
  day_totals_late: [
    [
      'an event that was not counted for an hour',
      () =>
        change(
          `insert into ledger_day_progress (wallet_id, seq, balance_paise, held_paise) values ('x', 1, 0, 0)`,
          `update wallet set recorded_at = ${ago('1 hour')}`,
        ),
      'wal_a',
    ],
  ],
  day_close_forged: [
    [
      'a close that is not signed',
      `insert into ledger_day_close values ('2026-01-01', 1, now(), 1, ${zeros}, '[]', ${zeros},
          ${zeros}, 'key', sha512('x'))`,
      '2026-01-01',
    ],
    [
      'a close that was edited',
      async () => {
        await closeDays();
        await change(`update ledger_day_close set totals = totals - 0 where day = '${today}'`);
      },
      `${today}: was edited`,
    ],
    [
      'a missing close',
      async () => {
        await closeDays();
        await change(`delete from ledger_day_close where day = '${addDays(today, 1)}'`);
      },
      `${addDays(today, 1)}: is missing`,
    ],
    [
      'a close that does not follow the day before',
      async () => {
        await closeDays();
        await change(`delete from ledger_day_close where day = '${addDays(today, 1)}'`);
      },
      `${addDays(today, 2)}: does not follow the day before`,
    ],
    [
      'false totals with the right key',
      () => closeFalsely({ totals: [] }),
      `${today}: does not have the totals of the events that were known`,
    ],
    [
      'a close of an unknown checkpoint',
      () => closeFalsely({ checkpointHashHex: '11'.repeat(32) }),
      `${today}: builds upon checkpoint `,
    ],
    [
      'a close that was signed with another key',
      async () => {
        const other = readSigningKey('the key of another signer', [key.publicKeyHex]);
        await open.owner.query(
          `insert into ledger_public_key (key_id, public_key, published_at)
           values ($1, decode($2, 'hex'), now() - interval '1 minute')`,
          [other.keyId, other.publicKeyHex],
        );
        await closeDays(other);
      },
      `${today}: is not signed with the given key`,
    ],
  ],
  day_close_late: [
    [
      'a day that was not closed',
      `update ledger_event set recorded_at = ${ago('3 days')}`,
      istDay(Date.now() - 30 * 3_600_000),
    ],
  ],
  document_forged: [
    [
      'a series without its documents',
      `insert into document_series (prefix, year, kind, last_serial, head)
          values ('INV', '2627', 'tax-invoice', 5, ${zeros})`,
      'documents',
    ],
  ],
  document_differs: [
    [
      'a sum without documents',
      `insert into document_used values ('2026-01', '27AAPFU0939F1ZV', 'image', 100, 10)`,
      'documents',
    ],
  ],
  provenance_differs: [
    [
      'a sum of no payment',
      `insert into provenance_day values ('2026-01-01', 1, 0, 0)`,
      'all wallets',
    ],
  ],
  provider_costs_differ: [
    [
      'a cost without calls',
      `insert into provider_cost_day values ('2026-01-01', 'google', 5, 5, 0),
          ('2026-01-09', 'google', 0, 0, 0)`,
      '2026-01-01 google',
    ],
  ],
  audit_trail_broken: [
    [
      'a row that was not recorded',
      `insert into admin_audit (id, actor, action, hash) overriding system value values (1, 'boss', 'none', ${zeros})`,
      'row 1',
    ],
    [
      'an edited row',
      async () => {
        await recordActions();
        await change(`update admin_audit set action = 'nothing' where id = 3`);
      },
      'row 3: is not what was recorded after row 2',
    ],
    [
      'a missing end',
      async () => {
        await recordActions();
        await change('delete from admin_audit where id >= 3');
      },
      'the end: is row 2, not row 4',
    ],
  ],
};

/** Closes days with these facts instead of the true ones, signed and hashed correctly. */
async function closeFalsely(facts: {
  readonly totals?: [];
  readonly checkpointHashHex?: string;
}): Promise<void> {
  await closeDays();
  const { close } = (await readDayClose(open.db, today))!;
  const message = encodeDayClose({ ...close, ...facts });
  await change(
    `delete from ledger_day_close where day > '${today}'`,
    `update ledger_day_close set ${facts.totals ? `totals = '[]',` : ''}
       ${facts.checkpointHashHex ? `checkpoint_hash = decode('${facts.checkpointHashHex}', 'hex'),` : ''}
       hash = ${toHex(sha256(message))}, signature = ${toHex(signWith(key, message))}`,
  );
}

/** The findings of a pass of the auditor, as `charge_without_result wal_a#4: …`. */
const findInPass = async () =>
  (await runAuditPass(open.database.appUrl))!.findings.map(toFindingLine);

/** The findings of a verification of everything. */
async function findInWhole(): Promise<string[]> {
  const { publicKeyHex } = key;
  const connectionString = open.database.ownerUrl;
  return (await verifyWhole({ connectionString, publicKeyHex, exported })).findings.map(
    toFindingLine,
  );
}

const isInPass = (name: CheckName) => listChecks('ofWallets', 'now').includes(name);
const isInWhole = (name: CheckName) => listChecks('whole').includes(name);

test.each(
  (Object.keys(checks) as CheckName[]).flatMap((name) =>
    tamperings[name].map((tampering) => [name, ...tampering] as const),
  ),
)('%s finds %s', async (name, _, tampering, finding) => {
  // The auditor knows the events before the tampering.
  const before = isInPass(name) ? await findInPass() : [];
  await (typeof tampering === 'string' ? change(tampering) : tampering());
  const found = [isInPass(name) && (await findInPass()), isInWhole(name) && (await findInWhole())];
  expect(before).toEqual([]);
  for (const each of found.filter((list) => list !== false))
    expect(each).toContainEqual(expect.stringContaining(`${name} ${finding}`));
});

test('work that was delivered, charges that were refunded in full and new facts of the gateway are not findings', async () => {
  await buyLarger();
  await charge({ generationId: 'text', tool: 'general' });
  await change(`insert into generation select (jsonb_populate_record(g, '{"id": "text", "content": "A text."}')).*
    from generation g`);
  const { seq: chargeSeq } = await charge({ generationId: 'none' });
  await append({ type: 'RefundCharge', amountPaise: 3_00, chargeSeq });
  await append({ type: 'RefundCharge', amountPaise: 2_00, chargeSeq });
  await lockedBonus('asha', 125_000_00);
  await verify('asha');
  await append({ type: 'CreditReferral', actor: 'worker', amountPaise: 5_000_00 });
  await conversation(1, 1);
  await placeHold('chat', { tool: 'chat', generationId: undefined, conversationId: 'con' });
  await capture('chat');
  await change(`insert into chat_turn (id, conversation_id, uid, number, status, model_id, model_label,
      rate_card_version, hold_id)
    values ('turn', 'con', 'asha', 0, 'done', 'm', 'M', '1', 'chat')`);
  await webhook('evt', 'now()');
  await exception('now()');
  expect(await findInPass()).toEqual([]);
  expect(await findInWhole()).toEqual([]);
});
