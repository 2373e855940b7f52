import type { Pool } from 'pg';
import { newId } from '@sachet/db/ids';
import type { Step } from '../load.ts';

/** One way of writing events, with open connections. */
export interface OpenWriter {
  /** A caller that holds ₹1 and captures it in turn, each time in one of these wallets. */
  caller(index: number, wallets: readonly string[]): Step;
  close(): Promise<void>;
}

export interface Writer {
  readonly name: string;
  /** The work for one event. */
  readonly does: string;
  /** False for the ledger, which opens its own connections. */
  readonly hasPool: boolean;
  /** Creates its tables with these wallets. */
  prepare(owner: Pool, wallets: readonly string[]): Promise<void>;
  open(poolSize: number): Promise<OpenWriter>;
  /** The tables with the writer's events, and all tables that it writes. */
  readonly tables: { readonly events: readonly string[]; readonly all: readonly string[] };
}

const amountPaise = 100;
/** Enough for a hundred million captures. */
export const fundsPaise = 10_000_000_000;

/** The id of a picture, which its first hold also has (`flows/studio/buy-picture.ts`). */
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
  let open: Movement | undefined;
  return () => {
    if (open) {
      const { holdId } = open;
      const paid = { amountPaise: -amountPaise, heldPaise: -amountPaise };
      const idempotencyKey = `capture:${holdId}`;
      const captured = { ...open, ...paid, kind: 'HoldCaptured' as const, idempotencyKey };
      open = undefined;
      return captured;
    }
    const holdId = nextHoldId();
    open = {
      kind: 'HoldPlaced',
      walletId: wallets[Math.floor(Math.random() * wallets.length)]!,
      holdId,
      idempotencyKey: `hold:${holdId}`,
      memberUid: `member_${index % 8}`,
      amountPaise: 0,
      heldPaise: amountPaise,
    };
    return open;
  };
}

export const toActor = (movement: Movement): string =>
  movement.kind === 'HoldPlaced' ? `user:${movement.memberUid}` : 'worker';
