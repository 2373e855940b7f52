import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, istDay } from '@sachet/shared/time';
import type { Command } from '@sachet/shared/ledger/command';
import { requestDueVerification } from '../ledger/history/verifications.ts';
import { takeCheckpoint } from '../ledger/checkpoint.ts';
import { digestSql } from '../ledger/prove-chains.ts';
import { readSigningKey } from '../ledger/signing-key.ts';
import { readOpenNotices } from '../admin/notices.ts';
import {
  accept,
  createTestLedger,
  rechain,
  createStory,
  tamper,
  walletCalled,
  type TestLedger,
} from '../testing/ledger-story.ts';
import { readAuditorState } from './findings.ts';
import { runAuditPass } from './pass.ts';
import { proveNextSlice, readDoubts, storeDoubts } from './slice.ts';

let open: TestLedger;
beforeEach(async () => {
  open = await createTestLedger();
});
afterEach(async () => {
  await open.close();
  await open.database.drop('broken');
});

/** Computes the hashes of `wal_a` again. */
const rechained = 'rechain';

const pass = () => runAuditPass(open.database.appUrl);

/** The findings of a pass, as `charge_without_result wal_a#4`. */
async function found(): Promise<string[]> {
  const { findings } = (await pass())!;
  return findings.map(({ check, subject }) => `${check} ${subject}`);
}

/** A wallet without charges: top-ups, and a hold that was released. */
async function walletWithMoney(id: string): Promise<void> {
  await walletCalled(open, id);
  const spending = { tool: 'image', memberUid: 'member', generationId: `gen_${id}` } as const;
  await append(id, {
    type: 'CreditTopUp',
    amountPaise: 500_00,
    orderId: 'o',
    paymentId: `pay_${id}`,
  });
  await append(id, {
    type: 'PlaceHold',
    holdId: `hold_${id}`,
    amountPaise: 75_00,
    expiresAtMs: Date.UTC(2199, 0, 1),
    ...spending,
  });
  await append(id, { type: 'VoidHold', holdId: `hold_${id}` });
}

let keys = 0;
type Step = Command extends infer C
  ? C extends Command
    ? Omit<C, 'walletId' | 'idempotencyKey' | 'actor'>
    : never
  : never;
const append = (walletId: string, step: Step) =>
  accept(open.ledger, {
    ...step,
    walletId,
    idempotencyKey: `key_${(keys += 1)}`,
    actor: 'worker',
  } as Command);

describe('new events are verified', () => {
  test('a sound ledger has no findings, and a later pass reads only new events', async () => {
    await walletWithMoney('wal_a');
    expect(await pass()).toEqual({ events: 3, findings: [], newFindings: [] });
    expect(await pass()).toEqual({ events: 0, findings: [], newFindings: [] });
    await append('wal_a', { type: 'AdjustByAdmin', amountPaise: 100, reason: 'an apology' });
    expect(await pass()).toMatchObject({ events: 1, findings: [] });
    const { count, caughtUpAt } = await readAuditorState(open.db, 10);
    expect({ count, isCaughtUp: caughtUpAt !== null }).toEqual({ count: 0, isCaughtUp: true });
  });

  test('only one of several concurrent passes runs', async () => {
    await walletWithMoney('wal_a');
    const passes = await Promise.all(Array.from({ length: 5 }, pass));
    const events = passes.reduce((sum, each) => sum + (each?.events ?? 0), 0);
    expect(events).toBe(3);
  });

  /** A copy of the wallet's top-up as another event, which follows no rule. */
  const insertCopy = (walletId: string, position: number, changed: object) =>
    `insert into ledger_event select (jsonb_populate_record(e, '${JSON.stringify({ position, ...changed })}')).*
       from ledger_event e where wallet_id = '${walletId}' and seq = 1`;

  test('a pass finds edited, missing and made-up events and projections, each with its wallet', async () => {
    const without = { payment_id: null, order_id: null };
    const cases: [walletId: string, statements: string[], found: string[]][] = [
      [
        'wal_edited',
        [
          `update ledger_event set amount_paise = 600_00 where wallet_id = 'wal_edited' and seq = 1`,
        ],
        ['chain_broken wal_edited#1'],
      ],
      [
        'wal_missing',
        [`delete from ledger_event where wallet_id = 'wal_missing' and seq = 2`],
        ['chain_broken wal_missing#2'],
      ],
      [
        'wal_short',
        [`delete from ledger_event where wallet_id = 'wal_short' and seq = 3`],
        [
          'chain_broken wal_short#3',
          'wallet_differs wal_short',
          'projection_differs open_hold hold_wal_short',
        ],
      ],
      [
        'wal_rich',
        [`update wallet set balance_paise = balance_paise + 100 where id = 'wal_rich'`],
        ['wallet_differs wal_rich'],
      ],
      [
        'wal_endless',
        [`update wallet set balance_paise = 9223372036854775807 where id = 'wal_endless'`],
        ['wallet_differs wal_endless'],
      ],
      [
        'wal_held',
        [`insert into open_hold values ('hold_x', 'wal_held', 1, now() + interval '1 day')`],
        ['projection_differs open_hold hold_x', 'held_differs wal_held'],
      ],
      [
        'wal_repaid',
        [
          insertCopy('wal_repaid', 99_999_999, {
            seq: 4,
            kind: 'RefundReturned',
            amount_paise: 50_001,
            idempotency_key: 'too much',
          }),
        ],
        ['over_refunded pay_wal_repaid'],
      ],
      [
        'wal_returned',
        [
          insertCopy('wal_returned', 99_999_998, {
            seq: 5,
            kind: 'ChargeRefunded',
            amount_paise: 7_501,
            reverses_seq: 4,
            idempotency_key: 'too much',
            ...without,
          }),
          insertCopy('wal_returned', 99_999_997, {
            seq: 4,
            kind: 'Charged',
            amount_paise: -7_500,
            idempotency_key: 'a charge',
            ...without,
          }),
        ],
        ['over_refunded wal_returned#4'],
      ],
    ];
    await walletWithMoney('wal_sound');
    for (const [walletId, statements] of cases) {
      await walletWithMoney(walletId);
      for (const statement of statements) await tamper(open.owner, statement);
    }
    const all = await found();
    expect(all).toEqual(expect.arrayContaining(cases.flatMap(([, , expected]) => expected)));
    expect(all.filter((each) => each.includes('wal_sound'))).toEqual([]);
  });

  test('a pass finds that the last verified event and all later ones were rewritten', async () => {
    await walletWithMoney('wal_a');
    await pass();
    await tamper(
      open.owner,
      `update ledger_event set reason = 'other' where wallet_id = 'wal_a' and seq = 3`,
    );
    await rechain(open.owner, 'wal_a');
    await open.owner.query(
      `update wallet set head = (select hash from ledger_event where wallet_id = 'wal_a' and seq = 3)`,
    );
    expect(await found()).toEqual(['chain_broken wal_a#3']);
  });

  test('a finding stays open with its notice until the fault is repaired, and is reported once', async () => {
    await walletWithMoney('wal_a');
    const shift = (paise: number) =>
      tamper(open.owner, `update wallet set balance_paise = balance_paise + ${paise}`);
    await shift(100);
    expect((await pass())!.newFindings).toHaveLength(1);
    expect(await pass()).toMatchObject({
      findings: [{ check: 'wallet_differs' }],
      newFindings: [],
    });
    expect(await readOpenNotices(open.db, { limit: 10 })).toMatchObject([
      { kind: 'audit_finding', data: { check: 'wallet_differs', subject: 'wal_a' } },
    ]);
    await shift(-100);
    expect(await found()).toEqual([]);
    expect(await readOpenNotices(open.db, { limit: 10 })).toEqual([]);
    expect((await readAuditorState(open.db, 10)).count).toBe(0);
    await shift(100);
    expect((await pass())!.newFindings).toHaveLength(1);
  });
});

describe('old events are verified again', () => {
  const at = (seq: number) => `where wallet_id = 'wal_a' and seq = ${seq}`;
  test.each<[change: string, statements: string[], found: string[]]>([
    [
      'an old event was edited',
      [`update ledger_event set amount_paise = 1500_00 ${at(1)}`],
      ['chain_broken wal_a#1'],
    ],
    [
      'the newest event was deleted',
      [`delete from ledger_event ${at(3)}`],
      ['chain_broken wal_a#3'],
    ],
    [
      'an event was added after the end',
      [
        `insert into ledger_event select (jsonb_populate_record(e,
           '{"seq": 4, "position": 99999, "idempotency_key": "forged", "kind": "RefundReturned"}')).*
           from ledger_event e ${at(1)}`,
        rechained,
      ],
      ['chain_broken wal_a#4', 'wallet_differs wal_a'],
    ],
    [
      'an old event was edited, and its own hash computed again',
      [
        `update ledger_event set amount_paise = 1500_00, balance_after = 1500_00 ${at(1)}`,
        `update ledger_event set hash = sha256(decode(repeat('00', 32), 'hex') || ${digestSql}) ${at(1)}`,
      ],
      ['chain_broken wal_a#2'],
    ],
    [
      'the head of the wallet was forged',
      [`update wallet set head = sha256('forged') where id = 'wal_a'`],
      ['wallet_differs wal_a'],
    ],
    [
      'the newest event was deleted, and the wallet adapted',
      [
        `delete from ledger_event ${at(3)}`,
        `update wallet w set seq = e.seq, head = e.hash, held_paise = e.held_after
           from ledger_event e where w.id = 'wal_a' and e.wallet_id = 'wal_a' and e.seq = 2`,
      ],
      ['chain_broken wal_a#3', 'held_differs wal_a'],
    ],
    [
      'an old event was edited, and all hashes computed again',
      [`update ledger_event set reason = 'other' ${at(3)}`, rechained],
      ['chain_broken wal_a#3'],
    ],
  ])('a pass finds that %s, and no longer after the repair', async (_, statements, expected) => {
    for (const id of ['wal_a', 'wal_b']) await walletWithMoney(id);
    expect(await found()).toEqual([]);
    await open.owner.query(
      'create table kept as table ledger_event; create table kept_wallet as table wallet',
    );
    for (const statement of statements) {
      if (statement === rechained) await rechain(open.owner, 'wal_a');
      else await tamper(open.owner, statement);
    }
    const ofChains = async () => (await found()).filter((each) => !/^(proj|over)/.test(each));
    expect(await ofChains()).toEqual(expected);
    expect(await ofChains(), 'until it is repaired').toEqual(expected);
    await tamper(
      open.owner,
      'delete from ledger_event; insert into ledger_event table kept',
      'delete from wallet; insert into wallet table kept_wallet',
    );
    expect(await found()).toEqual([]);
  });

  test('slices of any size read each event of a round, and doubt only the wallet that was changed', async () => {
    for (const id of ['wal_a', 'wal_b', 'wal_c']) await walletWithMoney(id);
    await pass();
    await tamper(
      open.owner,
      `update ledger_event set amount_paise = 600_00 where wallet_id = 'wal_b' and seq = 1`,
    );
    const client = await open.owner.connect();
    try {
      for (const size of [1, 2, 4, 9, 100]) {
        await storeDoubts(client, { links: [], wallets: [] });
        let slices = 0;
        let isRoundOver = false;
        while (!isRoundOver) {
          ({ isRoundOver } = await proveNextSlice(client, size));
          slices += 1;
        }
        const { links, wallets } = await readDoubts(client);
        expect({ size, slices, links, wallets }).toMatchObject({
          size,
          slices: Math.floor(9 / size) + 1,
          links: [{ walletId: 'wal_b', seq: 1 }],
          wallets: [],
        });
      }
    } finally {
      client.release();
    }
  });
});

describe('no result, no charge', () => {
  test('a charge without a result is found, unless it was refunded in full', async () => {
    await walletCalled(open, 'wal_a');
    for (const command of createStory('wal_a', 0)) await accept(open.ledger, command);
    expect(await found()).toEqual([
      'charge_without_result wal_a#4',
      'charge_without_result wal_a#5',
    ]);
    // 10 of 40 rupees had been refunded, and 5 of 60; these refunds complete both.
    await append('wal_a', { type: 'RefundCharge', amountPaise: 30_00, chargeSeq: 5 });
    expect(await found()).toEqual(['charge_without_result wal_a#4']);
    await append('wal_a', { type: 'RefundCharge', amountPaise: 55_00, chargeSeq: 4 });
    expect(await found()).toEqual([]);
  });

  test('finished images and written texts are results, and an unfinished image is not', async () => {
    await walletWithMoney('wal_a');
    const spending = { tool: 'image', memberUid: 'member' } as const;
    const hold = { ...spending, generationId: 'gen_image', holdId: 'hold_image' };
    const expiresAtMs = Date.UTC(2199, 0, 1);
    await append('wal_a', { type: 'PlaceHold', amountPaise: 75_00, expiresAtMs, ...hold });
    await append('wal_a', { type: 'CaptureHold', holdId: 'hold_image' });
    const text = { type: 'Charge', amountPaise: 5_00, generationId: 'gen_text' } as const;
    await append('wal_a', { ...text, ...spending, tool: 'general' });
    await pretendResults('pending', null);
    expect(await found()).toEqual([
      'charge_without_result wal_a#5',
      'charge_without_result wal_a#6',
    ]);
    await pretendResults('done', 'A text.');
    expect(await found()).toEqual([]);
  });

  test('a pass finds a larger copy without a charge for a smaller one, or whose charges do not add up to its price', async () => {
    await walletWithMoney('wal_a');
    const expiresAtMs = Date.UTC(2199, 0, 1);
    const spending = { tool: 'image', memberUid: 'member', generationId: 'gen_image' } as const;
    const hold = { type: 'PlaceHold', expiresAtMs, ...spending } as const;
    await append('wal_a', { ...hold, holdId: 'hold_image', amountPaise: 45_00 });
    await append('wal_a', { type: 'CaptureHold', holdId: 'hold_image' });
    const larger = { holdId: 'hold_larger', amountPaise: 29_00, upgradesSeq: 5 };
    await append('wal_a', { ...hold, ...larger });
    await append('wal_a', { type: 'CaptureHold', holdId: 'hold_larger' });
    const broken = ['upgrade_unfounded wal_a#7'];
    const prices = (price: number) => JSON.stringify({ 512: 45, 1024: price });

    await pretendLarger({ size: 1024, upgrades: 'hold_image', prices: prices(75) });
    expect(await found(), 'a rupee short').toEqual(broken);
    await pretendLarger({ size: 512, upgrades: 'hold_image', prices: prices(74) });
    expect(await found(), 'no larger').toEqual(broken);
    await pretendLarger({ size: 1024, upgrades: null, prices: prices(74) });
    expect(await found(), 'an unlock that says nothing of it').toEqual(broken);
    await pretendLarger({ size: 1024, upgrades: 'hold_image', prices: prices(74) });
    expect(await found()).toEqual([]);
  });

  async function pretendLarger(of: { size: number; upgrades: string | null; prices: string }) {
    await pretendResults('done', null);
    const client = await open.owner.connect();
    try {
      await client.query('set session_replication_role = replica');
      await client.query(`update generation set prices = $1 where id = 'gen_image'`, [of.prices]);
      await client.query(`update unlock set final_size = 512 where hold_id = 'hold_image'`);
      await client.query(
        `insert into unlock (hold_id, generation_id, uid, wallet_id, attempt, final_size,
           price_paise, model_id, status, image_key, upgrades_hold_id)
         values ('hold_larger', 'gen_image', 'member', 'wal_a', 2, $1, 2900, 'm', 'done', 'l', $2)`,
        [of.size, of.upgrades],
      );
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
  }

  /** Inserts generations and unlocks without the people and models that they reference. */
  async function pretendResults(unlock: 'pending' | 'done', content: string | null): Promise<void> {
    const client = await open.owner.connect();
    try {
      await client.query('set session_replication_role = replica');
      await client.query(`delete from unlock; delete from generation`);
      await client.query(
        `insert into generation (id, uid, wallet_id, mode, provider, language, quality, prompt,
           aspect_ratio, preview_max, model_id, model_label, status, rate_card_version, content)
         select id, 'member', 'wal_a', mode, 'google', 'en', 'quality', 'chai', '1:1', 256, 'm', 'M',
           'ready', '1', $1
         from (values ('gen_image', 'image'), ('gen_text', 'general')) as g (id, mode)`,
        [content],
      );
      await client.query(
        `insert into unlock (hold_id, generation_id, uid, wallet_id, attempt, final_size,
           price_paise, model_id, status, image_key)
         values ('hold_image', 'gen_image', 'member', 'wal_a', 1, 1024, 7500, 'm', $1,
           case $1 when 'done' then 'k' end)`,
        [unlock],
      );
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
  }
});

describe('invariants', () => {
  const ago = (words: string) => `now() - interval '${words}'`;

  test('a pass finds a hold past its deadline, and held money without a hold', async () => {
    await walletWithMoney('wal_a');
    const hold = { holdId: 'hold_late', amountPaise: 20_00, expiresAtMs: Date.now() - hourMs };
    const spending = { tool: 'image', memberUid: 'member', generationId: 'g' } as const;
    await append('wal_a', { type: 'PlaceHold', ...hold, ...spending });
    expect(await found()).toEqual(['hold_overdue hold_late']);
    await open.owner.query(`delete from open_hold where id = 'hold_late'`);
    expect(await found()).toContain('held_differs wal_a');
  });

  test('a pass finds a locked amount that no event explains, and releases beyond their allowance', async () => {
    await walletWithMoney('wal_a');
    const { owner } = open;
    await accept(open.ledger, {
      type: 'CreditSignupBonus',
      walletId: 'wal_a',
      idempotencyKey: 'bonus',
      actor: 'user:member',
      amountPaise: 250_00,
      lockedPaise: 250_00,
    });
    await owner.query(`update wallet set locked_paise = 0, locked_for = null where id = 'wal_a'`);
    expect(await found()).toContain('wallet_differs wal_a');
    await owner.query(`update wallet set locked_paise = 25000, locked_for = 'member'`);
    expect(await found()).toEqual([]);
    const day = '2026-11-29';
    await append('wal_a', {
      type: 'Charge',
      amountPaise: 700_00,
      tool: 'chat',
      memberUid: 'member',
      releasesPaise: 250_00,
      allowanceDay: day,
    });
    expect(await found()).toContain(`allowance_exceeded ${day}`);
    await owner.query(
      `insert into daily_allowance values ($1, 'unverified_spending', 25000, 25000)`,
      [day],
    );
    expect(await found()).not.toContain(`allowance_exceeded ${day}`);
  });

  test('a pass finds releases beyond the daily limit even if the limit in the row was raised', async () => {
    await walletCalled(open, 'wal_a');
    const amountPaise = 30_000_00;
    await accept(open.ledger, {
      type: 'CreditSignupBonus',
      walletId: 'wal_a',
      idempotencyKey: 'bonus',
      actor: 'user:member',
      amountPaise,
      lockedPaise: amountPaise,
    });
    const day = '2026-11-29';
    const name = 'unverified_spending' as const;
    await open.db
      .insertInto('daily_allowance')
      .values({ day, name, used: amountPaise, most: amountPaise })
      .execute();
    const spending = { tool: 'chat', memberUid: 'member', allowanceDay: day } as const;
    await append('wal_a', {
      type: 'Charge',
      amountPaise: 25_000_00,
      releasesPaise: 25_000_00,
      ...spending,
    });
    expect(await found()).not.toContain(`allowance_exceeded ${day}`);
    await append('wal_a', { type: 'Charge', amountPaise: 100, releasesPaise: 100, ...spending });
    expect(await found()).toContain(`allowance_exceeded ${day}`);
  });

  test('a pass finds bonuses of verified addresses and credits for friends beyond the daily limits', async () => {
    await walletCalled(open, 'wal_a');
    const bonus = (name: string, lockedPaise: number) => [
      {
        type: 'CreditSignupBonus' as const,
        idempotencyKey: `bonus ${name}`,
        actor: `user:${name}`,
        amountPaise: lockedPaise,
        lockedPaise,
      },
      {
        type: 'ReleaseBonus' as const,
        idempotencyKey: `released ${name}`,
        actor: `user:${name}`,
        reason: 'verified',
      },
    ];
    const credit = (idempotencyKey: string, amountPaise: number) =>
      ({ type: 'CreditReferral', idempotencyKey, actor: 'worker', amountPaise }) as const;
    const giveAll = async (commands: readonly object[]) => {
      for (const command of commands) {
        await accept(open.ledger, { walletId: 'wal_a', ...command } as Command);
      }
    };
    const findAllowances = async () =>
      (await found()).filter((each) => each.startsWith('allowance_exceeded'));
    await giveAll([...bonus('asha', 125_000_00), credit('friend', 5_000_00)]);
    expect(await findAllowances()).toEqual([]);
    await giveAll([...bonus('ravi', 1), credit('another friend', 1)]);
    const day = istDay(Date.now());
    expect(await findAllowances()).toEqual([
      `allowance_exceeded ${day} verified_bonus`,
      `allowance_exceeded ${day} referral`,
    ]);
  });

  test('a pass finds replies and paid blocks of a conversation that its turns and charges do not explain', async () => {
    await walletWithMoney('wal_a');
    const client = await open.owner.connect();
    try {
      // Without the person and the model that the rows reference.
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into conversation (id, uid, provider, language, title, model_id, model_label, turn_count)
         values ('con_1', 'member', 'google', 'en', 'My shop', 'm', 'M', 1)`,
      );
      expect(await found()).toEqual(['chat_differs con_1']);
      await client.query(
        `insert into chat_turn (id, conversation_id, uid, number, status, model_id, model_label, rate_card_version)
         values ('turn_1', 'con_1', 'member', 0, 'done', 'm', 'M', '1')`,
      );
      expect(await found()).toEqual([]);
      await client.query('update conversation set paid_blocks = 1');
      expect(await found()).toEqual(['chat_differs con_1']);
      const hold = { holdId: 'hold_chat', amountPaise: 15_00, expiresAtMs: Date.UTC(2199, 0, 1) };
      const spending = { tool: 'chat', memberUid: 'member', conversationId: 'con_1' } as const;
      await append('wal_a', { type: 'PlaceHold', ...hold, ...spending });
      await append('wal_a', { type: 'CaptureHold', holdId: 'hold_chat' });
      expect(await found()).not.toContain('chat_differs con_1');
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
  });

  test('a pass finds webhooks, exceptions and refunds that have been open too long', async () => {
    const { owner } = open;
    await owner.query(`
      insert into gateway_webhook (event_id, kind, body, received_at) values
        ('evt_old', 'order.paid', '', ${ago('7 hours')}), ('evt_new', 'order.paid', '', now());
      insert into payment_exception (kind, subject, detail, opened_at) values
        ('second_payment', 'pay_1', '{}', ${ago('4 days')}), ('second_payment', 'pay_2', '{}', now())`);
    const { rows } = await owner.query(`select id from payment_exception where subject = 'pay_1'`);
    expect(await found()).toEqual(['webhook_unprocessed evt_old', `exception_open ${rows[0].id}`]);
    await owner.query(`update payment_exception set resolved_at = now();
      update gateway_webhook set processed_at = now(), outcome = 'ignored'`);
    expect(await found()).toEqual([]);
  });

  test('a pass finds a late checkpoint, and a late verification of the whole ledger', async () => {
    await walletWithMoney('wal_a');
    await takeCheckpoint(open.owner, readSigningKey('a-signing-key-for-these-tests'));
    expect(await found()).toEqual([]);
    await tamper(open.owner, `update ledger_checkpoint set created_at = ${ago('9 hours')}`);
    await open.owner.query(`update wallet set recorded_at = ${ago('3 hours')}`);
    expect(await found()).toContain('checkpoint_late newest');
    await tamper(open.owner, `update ledger_event set recorded_at = ${ago('27 hours')}`);
    expect(await found()).toContain('verification_late newest');
  });
});

describe('the whole ledger is verified once a day', () => {
  test('the whole ledger is verified when an event is older than a day and no verification was requested since', async () => {
    expect(await requestDueVerification(open.db)).toBeUndefined();
    await walletWithMoney('wal_a');
    expect(await requestDueVerification(open.db)).toBeUndefined();
    await tamper(open.owner, `update ledger_event set recorded_at = now() - interval '25 hours'`);
    const asked = await Promise.all([1, 2, 3].map(() => requestDueVerification(open.db)));
    expect(asked.filter((id) => id !== undefined)).toHaveLength(1);
    await open.owner
      .query(`update ledger_verification set requested_at = now() - interval '25 hours',
      status = 'done', result = '{"findingCount": 2}', finished_at = now()`);
    expect(await found()).toContainEqual(expect.stringMatching(/^verification_faults/));
    expect(await requestDueVerification(open.db)).toBeDefined();
  });
});
