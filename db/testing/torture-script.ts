/**
 * The requests of a caller of a torture run: a function of the seed and of the answers so far. The writing
 * process and the checking process run the same script, so the second knows every command of the first,
 * whether or not it was answered.
 */
import { createHash } from 'node:crypto';
import type { Command } from '@sachet/shared/ledger/command';
import type { Outcome } from '../ledger/outcome.ts';

export type Script = Generator<Command, void, Outcome>;

export interface ScriptPlace {
  readonly seed: string;
  /** Names the process: first part of every key. */
  readonly writer: string;
  readonly caller: number;
}

export type Task =
  /** Buys, captures, refunds and makes mistakes in any of these wallets, without end. */
  | { readonly kind: 'load'; readonly wallets: readonly string[] }
  /** Spends once in each of these wallets, in order, racing with all other callers. */
  | { readonly kind: 'race'; readonly races: readonly Race[] };

export interface Race {
  readonly walletId: string;
  readonly amountPaise: number;
  readonly members: readonly string[];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createScript(place: ScriptPlace, task: Task): Script {
  return task.kind === 'load' ? loadScript(place, task.wallets) : raceScript(place, task.races);
}

/** More money than any wallet of a run ever has, and the most that one command can move. */
const tooMuchPaise = 10_000_000_000;
/** Long after the end of any run: nothing expires on its own. */
const neverMs = Date.UTC(2100, 0, 1);

function* loadScript(
  { seed, writer, caller }: ScriptPlace,
  wallets: readonly string[],
): Generator<Command, void, Outcome> {
  const random = seeded(`${seed} ${writer} ${caller}`);
  const paise = () => 1 + Math.floor(random() * 500);
  for (let i = 0; ; i += 1) {
    const walletId = wallets[Math.floor(random() * wallets.length)]!;
    const name = `${writer}.${caller}.${i}`;
    const base = { walletId, actor: `user:m${caller % 3}` };
    const spending = { ...base, tool: 'image', memberUid: `m${caller % 3}` } as const;
    const holdId = `hold_${name}`;
    // Half of the keys name only the hold, as the product's do.
    const keyOf = (attempt: string) =>
      i % 2 === 0 || attempt === 'late' ? `${name}.${attempt}` : `${attempt}:${holdId}`;
    const place: Command = {
      ...spending,
      type: 'PlaceHold',
      idempotencyKey: keyOf('hold'),
      holdId,
      amountPaise: 10 + paise(),
      expiresAtMs: neverMs,
    };
    const end = (type: 'CaptureHold' | 'VoidHold', attempt: string): Command => ({
      ...base,
      type,
      idempotencyKey: keyOf(attempt),
      holdId,
    });
    const roll = random();
    if (roll < 0.3) {
      yield place;
      yield end('CaptureHold', 'capture');
    } else if (roll < 0.4) {
      yield place;
      yield {
        ...base,
        type: 'CaptureHold',
        idempotencyKey: `${name}.part`,
        holdId,
        amountPaise: 7,
      };
    } else if (roll < 0.55) {
      yield place;
      yield end('VoidHold', 'void');
    } else if (roll < 0.75) {
      const charged = yield {
        ...spending,
        type: 'Charge',
        idempotencyKey: `${name}.charge`,
        amountPaise: paise(),
      };
      if (!charged.ok || random() < 0.5) continue;
      yield {
        ...base,
        type: 'RefundCharge',
        idempotencyKey: `${name}.refund`,
        amountPaise: -charged.event.amountPaise,
        chargeSeq: charged.event.seq,
      };
    } else if (roll < 0.85) {
      yield {
        ...base,
        type: 'CreditTopUp',
        idempotencyKey: `${name}.topup`,
        amountPaise: paise(),
        orderId: `order_${name}`,
        paymentId: `pay_${name}`,
      };
    } else {
      yield* mistakes(place, end, random());
    }
  }
}

/** Commands that are always refused, and honest repetitions. */
function* mistakes(
  place: Extract<Command, { type: 'PlaceHold' }>,
  end: (type: 'CaptureHold' | 'VoidHold', attempt: string) => Command,
  roll: number,
): Generator<Command, void, Outcome> {
  if (roll < 0.25) {
    yield place;
    yield end('VoidHold', 'void');
    yield end('CaptureHold', 'late');
  } else if (roll < 0.5) {
    yield place;
    yield place;
    yield end('CaptureHold', 'capture');
  } else if (roll < 0.75) {
    yield place;
    yield { ...place, amountPaise: place.amountPaise + 1 };
    yield end('VoidHold', 'void');
  } else {
    yield { ...place, amountPaise: tooMuchPaise };
    yield end('CaptureHold', 'capture');
  }
}

function* raceScript(
  { writer, caller }: ScriptPlace,
  races: readonly Race[],
): Generator<Command, void, Outcome> {
  for (const { walletId, amountPaise, members } of races) {
    const memberUid = members[caller % members.length]!;
    const name = `${writer}.${caller}.${walletId}`;
    const spending = {
      walletId,
      idempotencyKey: name,
      actor: `user:${memberUid}`,
      amountPaise,
      tool: 'image',
      memberUid,
    } as const;
    // Held money and spent money race for the same rupee.
    yield Math.floor(caller / members.length) % 2 === 0
      ? { ...spending, type: 'PlaceHold', holdId: `hold_${name}`, expiresAtMs: neverMs }
      : { ...spending, type: 'Charge' };
  }
}
