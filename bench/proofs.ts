/** How fast the ledger proves and rebuilds itself, on a database of its own with so many events. */
import assert from 'node:assert/strict';
import type { Command } from '@sachet/shared/ledger/command';
import { createPool } from '@sachet/db/connect';
import { newId } from '@sachet/db/ids';
import { createLedger } from '@sachet/db/ledger/ledger';
import { rebuildProjections } from '@sachet/db/ledger/rebuild';
import { verifyLedger } from '@sachet/db/ledger/verify';
import { migrate } from '@sachet/db/migrate';
import { median } from './load.ts';
import { fundsPaise, nextHoldId } from './writers/writer.ts';

export interface ProofSpeeds {
  readonly events: number;
  readonly wallets: number;
  readonly writtenPerSecond: number;
  readonly verifiedPerSecond: number;
  /** Every projection computed and compared; all stands. */
  readonly comparedPerSecond: number;
  /** Every projection computed and put in place, from nothing. */
  readonly rebuiltPerSecond: number;
}

export interface ProofOptions {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly events: number;
  readonly wallets: number;
  readonly repeats: number;
  readonly say: (line: string) => void;
}

const database = 'sachet_proofs';
const callers = 512;

export async function measureProofs(options: ProofOptions): Promise<ProofSpeeds> {
  const { say, repeats } = options;
  const admin = createPool(options.ownerUrl, { max: 1 });
  await admin.query(`create database ${database}`);
  await admin.end();
  const ownerUrl = withDatabase(options.ownerUrl);
  const appUrl = withDatabase(options.appUrl);
  await migrate({ ownerUrl, appUrl });
  const owner = createPool(ownerUrl, { max: 1, statement_timeout: 0 });
  try {
    const wallets = Array.from({ length: options.wallets }, () => newId('wal'));
    await owner.query(
      `insert into wallet (id, owner_kind, owner_id) select id, 'user', id from unnest($1::text[]) as id`,
      [wallets],
    );
    const began = performance.now();
    await write(appUrl, wallets, options.events);
    const writtenPerSecond = (1000 * options.events) / (performance.now() - began);
    say(`  ${options.events} events written`);
    // As autovacuum leaves a table that is not new.
    await owner.query('vacuum analyze');

    const verified = await timed(repeats, async () => {
      const { events, faults } = await verifyLedger({ connectionString: ownerUrl });
      assert(faults.length === 0 && events === options.events, 'verify finds the ledger whole');
    });
    say('  verified');
    const compared = await timed(repeats, async () => {
      const { events, rows } = await rebuildProjections({ connectionString: ownerUrl });
      assert(rows === 0 && events === options.events, 'nothing had to be repaired');
    });
    say('  compared');
    await owner.query('truncate open_hold, member_month');
    await owner.query(
      `update wallet set balance_paise = 0, held_paise = 0, floor_paise = 0, seq = 0,
         head = decode(repeat('00', 32), 'hex'), recorded_at = '-infinity'`,
    );
    const rebuilt = await timed(1, async () => {
      const { rows } = await rebuildProjections({ connectionString: ownerUrl });
      assert(rows > options.wallets, 'everything had to be made anew');
    });
    const { faults } = await verifyLedger({ connectionString: ownerUrl });
    assert(faults.length === 0, 'what was rebuilt is what the events say');
    say('  rebuilt');
    const perSecond = (ms: number) => (1000 * options.events) / ms;
    return {
      events: options.events,
      wallets: options.wallets,
      writtenPerSecond,
      verifiedPerSecond: perSecond(verified),
      comparedPerSecond: perSecond(compared),
      rebuiltPerSecond: perSecond(rebuilt),
    };
  } finally {
    await owner.end();
  }
}

/** Per wallet: funds, then holds that are captured or voided, charges, and some given back. */
async function write(appUrl: string, wallets: readonly string[], events: number): Promise<void> {
  const ledger = createLedger({ connectionString: appUrl });
  let left = events;
  const append = async (command: Command): Promise<number> => {
    if (left === 0) return 0;
    left -= 1;
    const outcome = await ledger.append(command);
    assert(outcome.ok, `${command.type} is accepted`);
    return outcome.ok ? outcome.event.seq : 0;
  };
  await Promise.all(
    wallets.map((walletId) =>
      append({
        type: 'CreditTopUp',
        walletId,
        idempotencyKey: 'topup',
        actor: 'gateway:razorpay',
        amountPaise: fundsPaise,
        orderId: `order_${walletId}`,
        paymentId: `pay_${walletId}`,
      }),
    ),
  );
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let i = caller; left > 0; i += callers) {
        const walletId = wallets[i % wallets.length]!;
        await purchase(append, walletId, i);
      }
    }),
  );
  await ledger.close();
}

async function purchase(
  append: (command: Command) => Promise<number>,
  walletId: string,
  i: number,
): Promise<void> {
  const holdId = nextHoldId();
  const spending = {
    walletId,
    actor: 'user:u1',
    amountPaise: 75_00,
    tool: 'image',
    memberUid: 'u1',
    generationId: `gen_${holdId}`,
  } as const;
  if (i % 10 === 9) {
    const chargeSeq = await append({
      ...spending,
      type: 'Charge',
      idempotencyKey: `charge:${holdId}`,
    });
    await append({
      type: 'RefundCharge',
      walletId,
      idempotencyKey: `refund:${holdId}`,
      actor: 'admin:a1',
      amountPaise: 75_00,
      chargeSeq,
      reason: 'not what was asked for',
    });
    return;
  }
  await append({
    ...spending,
    type: 'PlaceHold',
    idempotencyKey: `hold:${holdId}`,
    holdId,
    expiresAtMs: Date.now() + 600_000,
  });
  const type = i % 10 === 0 ? 'VoidHold' : 'CaptureHold';
  await append({ type, walletId, idempotencyKey: `end:${holdId}`, actor: 'worker', holdId });
}

async function timed(repeats: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < repeats; i += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

const withDatabase = (url: string) => Object.assign(new URL(url), { pathname: database }).href;
