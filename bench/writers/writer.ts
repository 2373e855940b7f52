import type { Pool } from 'pg';
import { newId } from '@sachet/db/ids';
import type { Step } from '../load.ts';

/** One way of writing events, open and ready. */
export interface OpenWriter {
  /** A caller that holds and captures ₹1 in turn, each time on one of these wallets. */
  caller(index: number, wallets: readonly string[]): Step;
  /** What it had to do again because somebody else was first. */
  readonly retries: number;
  close(): Promise<void>;
}

export interface Writer {
  readonly name: string;
  /** What it does for one event, so that the table compares what it says it compares. */
  readonly does: string;
  /** False for the one that decides itself how it connects. */
  readonly hasPool: boolean;
  /** Makes its tables and these wallets in them. */
  prepare(owner: Pool, wallets: readonly string[]): Promise<void>;
  open(poolSize: number): Promise<OpenWriter>;
  /** Tables that hold its events, and everything it writes with them. */
  readonly tables: { readonly events: readonly string[]; readonly all: readonly string[] };
}

const amountPaise = 100;
/** Enough for a hundred million captures. */
export const fundsPaise = 10_000_000_000;

/** A picture's, which its first hold has too (`flows/buy-picture.ts`). */
export const nextHoldId = () => newId('gen');

export interface Movement {
  readonly kind: 'HoldPlaced' | 'HoldCaptured';
  readonly walletId: string;
  readonly holdId: string;
  readonly idempotencyKey: string;
  readonly memberUid: string;
  readonly amountPaise: number;
  readonly heldPaise: number;
}

/** The same movements for every writer: a hold, then its capture. */
export function movements(index: number, wallets: readonly string[]): () => Movement {
  const memberUid = `member_${index % 8}`;
  let open: { walletId: string; holdId: string } | undefined;
  return () => {
    if (open) {
      const { walletId, holdId } = open;
      open = undefined;
      return {
        kind: 'HoldCaptured',
        walletId,
        holdId,
        idempotencyKey: `capture:${holdId}`,
        memberUid,
        amountPaise: -amountPaise,
        heldPaise: -amountPaise,
      };
    }
    const walletId = wallets[Math.floor(Math.random() * wallets.length)]!;
    const holdId = nextHoldId();
    open = { walletId, holdId };
    return {
      kind: 'HoldPlaced',
      walletId,
      holdId,
      idempotencyKey: `hold:${holdId}`,
      memberUid,
      amountPaise: 0,
      heldPaise: amountPaise,
    };
  };
}

export const toActor = (movement: Movement): string =>
  movement.kind === 'HoldPlaced' ? `user:${movement.memberUid}` : 'worker';
