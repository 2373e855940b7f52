/** How fast the ledger is verified and rebuilt, in its own database. */
import assert from 'node:assert/strict';
import type { Pool } from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import { proveNextSlice, readDoubts } from '@sachet/db/checks/slice';
import { createPool } from '@sachet/db/connect';
import { newWalletId } from '@sachet/db/ids';
import { takeCheckpoint } from '@sachet/db/ledger/checkpoint';
import { createLedger } from '@sachet/db/ledger/ledger';
import { rebuildProjections } from '@sachet/db/ledger/rebuild';
import { readSigningKey } from '@sachet/db/ledger/signing-key';
import { verifyNew, verifyWhole } from '@sachet/db/checks/run';
import { migrate } from '@sachet/db/migrate';
import { median } from './load.ts';
import { sachet } from './writers/sachet.ts';
import { nextHoldId } from './writers/writer.ts';

export interface ProofSpeeds {
  readonly verifiedPerSecond: number;
  /** Events per second of a rebuild that computes every projection and finds nothing to replace. */
  readonly comparedPerSecond: number;
  /** Events per second of a rebuild of every projection after all were emptied. */
  readonly rebuiltPerSecond: number;
  /** Most memory of this process with its threads, in bytes. */
  readonly memoryWhileVerified: number;
  /** `verify --new` with this many events after the checkpoint. */
  readonly newProofs: readonly { readonly events: number; readonly ms: number }[];
  /** The auditor's slice of this many old events. */
  readonly slice: { readonly events: number; readonly ms: number };
}

export interface ProofOptions {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly events: number;
  readonly wallets: number;
  readonly repeats: number;
}

const database = 'sachet_proofs';
const callers = 512;

export async function measureProofs(options: ProofOptions): Promise<ProofSpeeds> {
  const { repeats } = options;
  const admin = createPool(options.ownerUrl, { max: 1 });
  await admin.query(`create database ${database}`);
  await admin.end();
  const ownerUrl = withDatabase(options.ownerUrl);
  const appUrl = withDatabase(options.appUrl);
  await migrate({ ownerUrl, appUrl });
  const owner = createPool(ownerUrl, { max: 1, statement_timeout: 0 });
  try {
    const wallets = Array.from({ length: options.wallets }, newWalletId);
    await sachet(appUrl, wallets[0]!).prepare(owner, wallets);
    await write(appUrl, wallets, options.events - wallets.length);
    // Analyses the new tables. Autovacuum would have analysed older tables.
    await owner.query('vacuum analyze');

    const memory = watchMemory();
    const verified = await timed(repeats, async () => {
      const { events, findings } = await verifyWhole({ connectionString: ownerUrl });
      assert(findings.length === 0 && events === options.events, 'verify finds no fault');
    });
    const memoryWhileVerified = memory.stop();
    const compared = await timed(repeats, async () => {
      const { events, repaired } = await rebuildProjections({ connectionString: ownerUrl });
      assert(repaired.length === 0 && events === options.events, 'nothing had to be repaired');
    });
    const slice = await measureSlice(owner, repeats);
    await owner.query('truncate open_hold, member_month');
    await owner.query(
      `update wallet set balance_paise = 0, held_paise = 0, floor_paise = 0, seq = 0,
         head = decode(repeat('00', 32), 'hex'), recorded_at = '-infinity'`,
    );
    const rebuilt = await timed(1, async () => {
      const { repaired } = await rebuildProjections({ connectionString: ownerUrl });
      assert(repaired.length > options.wallets, 'every projection had to be replaced');
    });
    const { findings } = await verifyWhole({ connectionString: ownerUrl });
    assert(findings.length === 0, 'the rebuilt projections match the events');
    const newProofs = await measureNewProofs(owner, { ownerUrl, appUrl, wallets, repeats });
    const perSecond = (ms: number) => (1000 * options.events) / ms;
    return {
      verifiedPerSecond: perSecond(verified),
      comparedPerSecond: perSecond(compared),
      rebuiltPerSecond: perSecond(rebuilt),
      memoryWhileVerified,
      newProofs,
      slice,
    };
  } finally {
    await owner.end();
  }
}

async function measureSlice(owner: Pool, repeats: number): Promise<ProofSpeeds['slice']> {
  const events = 100_000;
  const client = await owner.connect();
  try {
    const ms = await timed(repeats, async () => {
      await proveNextSlice(client, events);
      const { links, wallets } = await readDoubts(client);
      assert(links.length + wallets.length === 0, 'a slice has no doubts');
    });
    return { events, ms };
  } finally {
    client.release();
  }
}

/** Runs `verify --new` with more and more events after one checkpoint. */
async function measureNewProofs(
  owner: Pool,
  {
    ownerUrl,
    appUrl,
    wallets,
    repeats,
  }: Omit<ProofOptions, 'wallets' | 'events'> & {
    wallets: readonly string[];
  },
): Promise<ProofSpeeds['newProofs']> {
  const key = readSigningKey('bench');
  const { publicKeyHex } = key;
  assert(await takeCheckpoint(owner, key), 'a checkpoint is taken');
  const proofs = [];
  let written = 0;
  for (const events of [1_000, 100_000]) {
    await write(appUrl, wallets, events - written);
    written = events;
    const ms = await timed(repeats, async () => {
      const proof = await verifyNew({ connectionString: ownerUrl, publicKeyHex });
      assert(proof?.events === events, 'every new event is verified');
    });
    proofs.push({ events, ms });
  }
  return proofs;
}

function watchMemory() {
  let highest = 0;
  const look = () => (highest = Math.max(highest, process.memoryUsage.rss()));
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return look();
    },
  };
}

type Append = (command: Command) => Promise<number>;

/** Writes holds that are captured or voided, and charges that are refunded. */
async function write(appUrl: string, wallets: readonly string[], events: number): Promise<void> {
  const ledger = createLedger({ connectionString: appUrl });
  let left = events;
  const append: Append = async (command) => {
    if (left === 0) return 0;
    left -= 1;
    const outcome = await ledger.append(command);
    assert(outcome.ok, `${command.type} is accepted`);
    return outcome.event.seq;
  };
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let i = caller; left > 0; i += callers) {
        await purchase(append, wallets[i % wallets.length]!, i);
      }
    }),
  );
  await ledger.close();
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
      // The worker: an admin may refund only so much a day alone.
      actor: 'worker',
      amountPaise: 75_00,
      chargeSeq,
      reason: 'a refund',
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
