/** How fast the ledger proves and rebuilds itself, on a database of its own with so many events. */
import assert from 'node:assert/strict';
import type { Pool } from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import { createPool } from '@sachet/db/connect';
import { newWalletId } from '@sachet/db/ids';
import { takeCheckpoint } from '@sachet/db/ledger/checkpoint';
import { createLedger } from '@sachet/db/ledger/ledger';
import { rebuildProjections } from '@sachet/db/ledger/rebuild';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { verifyLedgerAndBooks } from '@sachet/db/books/verify';
import { verifyNew } from '@sachet/db/ledger/verify-new';
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
  /** Of this process, with its threads, in bytes. */
  readonly memoryBefore: number;
  readonly memoryWhileVerified: number;
  /** Since a checkpoint: of how many events that are new. */
  readonly newProofs: readonly { readonly events: number; readonly ms: number }[];
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
    const wallets = Array.from({ length: options.wallets }, newWalletId);
    await owner.query(
      `insert into wallet (id, owner_kind, owner_id) select id, 'user', id from unnest($1::text[]) as id`,
      [wallets],
    );
    const began = performance.now();
    await write(appUrl, wallets, options.events, fund);
    const writtenPerSecond = (1000 * options.events) / (performance.now() - began);
    say(`  ${options.events} events written`);
    // As autovacuum leaves a table that is not new.
    await owner.query('vacuum analyze');

    const memory = watchMemory();
    const verified = await timed(repeats, async () => {
      const { events, faults } = await verifyLedgerAndBooks({ connectionString: ownerUrl });
      assert(faults.length === 0 && events === options.events, 'verify finds the ledger whole');
    });
    const { memoryBefore, memoryWhileVerified } = memory.stop();
    say(`  verified: ${seconds(verified)}`);
    const compared = await timed(repeats, async () => {
      const { events, repaired } = await rebuildProjections({ connectionString: ownerUrl });
      assert(repaired.length === 0 && events === options.events, 'nothing had to be repaired');
    });
    say(`  compared: ${seconds(compared)}`);
    await owner.query('truncate open_hold, member_month');
    await owner.query(
      `update wallet set balance_paise = 0, held_paise = 0, floor_paise = 0, seq = 0,
         head = decode(repeat('00', 32), 'hex'), recorded_at = '-infinity'`,
    );
    const rebuilt = await timed(1, async () => {
      const { repaired } = await rebuildProjections({ connectionString: ownerUrl });
      assert(repaired.length > options.wallets, 'everything had to be made anew');
    });
    const { faults } = await verifyLedgerAndBooks({ connectionString: ownerUrl });
    assert(faults.length === 0, 'what was rebuilt is what the events say');
    say(`  rebuilt: ${seconds(rebuilt)}`);
    const newProofs = await measureNewProofs(owner, { ownerUrl, appUrl, wallets, repeats });
    const perSecond = (ms: number) => (1000 * options.events) / ms;
    return {
      events: options.events,
      wallets: options.wallets,
      writtenPerSecond,
      verifiedPerSecond: perSecond(verified),
      comparedPerSecond: perSecond(compared),
      rebuiltPerSecond: perSecond(rebuilt),
      memoryBefore,
      memoryWhileVerified,
      newProofs,
    };
  } finally {
    await owner.end();
  }
}

/** `verify --new`, since one checkpoint, with ever more behind it. */
async function measureNewProofs(
  owner: Pool,
  { ownerUrl, appUrl, wallets, repeats }: NewProofOptions,
): Promise<ProofSpeeds['newProofs']> {
  const key = readSigningKey('bench');
  const { publicKeyHex } = key;
  assert(await takeCheckpoint(owner, key), 'a checkpoint is taken');
  const proofs = [];
  let written = 0;
  for (const events of [1_000, 10_000, 100_000]) {
    await write(appUrl, wallets, events - written);
    written = events;
    const ms = await timed(repeats, async () => {
      const proof = await verifyNew({ connectionString: ownerUrl, publicKeyHex });
      assert(proof?.events === events, 'what is new is proved');
    });
    proofs.push({ events, ms });
  }
  return proofs;
}

interface NewProofOptions {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly wallets: readonly string[];
  readonly repeats: number;
}

function watchMemory() {
  const memoryBefore = process.memoryUsage.rss();
  let highest = memoryBefore;
  const look = () => (highest = Math.max(highest, process.memoryUsage.rss()));
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return { memoryBefore, memoryWhileVerified: look() };
    },
  };
}

type Append = (command: Command) => Promise<number>;

/** Holds that are captured or voided, charges, and some given back, after what comes first. */
async function write(
  appUrl: string,
  wallets: readonly string[],
  events: number,
  first: (append: Append, wallets: readonly string[]) => Promise<void> = async () => {},
): Promise<void> {
  const ledger = createLedger({ connectionString: appUrl });
  let left = events;
  const append: Append = async (command) => {
    if (left === 0) return 0;
    left -= 1;
    const outcome = await ledger.append(command);
    assert(outcome.ok, `${command.type} is accepted`);
    return outcome.ok ? outcome.event.seq : 0;
  };
  await first(append, wallets);
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

async function fund(append: Append, wallets: readonly string[]): Promise<void> {
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
}

async function purchase(append: Append, walletId: string, i: number): Promise<void> {
  const holdId = nextHoldId();
  const spending = {
    walletId,
    actor: 'user:u1',
    amountPaise: 75_00,
    tool: 'image',
    memberUid: 'u1',
    generationId: holdId,
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
  const end = { walletId, actor: 'worker', holdId };
  await append(
    i % 10 === 0
      ? { ...end, type: 'VoidHold', idempotencyKey: `void:${holdId}` }
      : { ...end, type: 'CaptureHold', idempotencyKey: `capture:${holdId}` },
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

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
