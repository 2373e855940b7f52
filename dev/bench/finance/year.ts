/**
 * A year of top-ups and purchases as the ledger would have recorded them: its own rules decide, chain
 * and hash every event. Only the clock is simulated.
 */
import type { Command } from '@sachet/shared/ledger/command';
import type { PaidTool } from '@sachet/shared/sales';
import { dayMs, istDay, startOfIstDay, addDays, listDays } from '@sachet/shared/time';
import { applyCommand, requestHash, type Book, type OpenWallet } from '@sachet/db/ledger/book';
import { positionsPerBlock } from '@sachet/db/ledger/memory';
import type { StoredEvent } from '@sachet/db/ledger/rows';
import { newWallet } from '@sachet/shared/ledger/evolve';

export interface Seed {
  readonly events: number;
  /** How many of the events are top-ups. With a fifth of them, most of the paid money is spent. */
  readonly payments: number;
  readonly wallets: number;
  /** The share of all events that belongs to the organization's wallet. */
  readonly teamShare: number;
}

/** The wallet of an organization with many events. */
export const team = 'wal_bench_team';
export const memberCount = 50;
export const toUid = (n: number) => `bench${String(n).padStart(20, '0')}`;
export const toWalletId = (n: number) => `wal_${String(n).padStart(11, '0')}`;

export interface Plan extends Seed {
  /** Indian days, until yesterday. */
  readonly days: readonly string[];
  /** The day with far more payments than any other. */
  readonly busyDay: string;
  readonly countPayments: (day: string) => number;
  readonly countEvents: (day: string) => number;
}

export function planYear(seed: Seed): Plan {
  const { events, payments } = seed;
  const yesterday = addDays(istDay(Date.now()), -1);
  const days = listDays(addDays(yesterday, -364), yesterday);
  const busyDay = days.at(-40)!;
  const busy = Math.min(50_000, Math.floor(payments / 2));
  const shareOut = (total: number, i: number) =>
    Math.floor((total * (i + 1)) / days.length) - Math.floor((total * i) / days.length);
  const numbers = new Map(days.map((day, i) => [day, i]));
  const countPayments = (day: string) =>
    shareOut(payments - busy, numbers.get(day)!) + (day === busyDay ? busy : 0);
  return {
    ...seed,
    days,
    busyDay,
    countPayments,
    countEvents: (day) => countPayments(day) + shareOut(events - payments, numbers.get(day)!),
  };
}

const tools: readonly PaidTool[] = ['image', 'chat', 'image', 'general', 'edit_image'];

/** The events in the order of their positions, and the wallets after the last event. */
export function createYear(plan: Plan): {
  events(): Generator<StoredEvent>;
  wallets: ReadonlyMap<string, OpenWallet>;
} {
  const random = createRandom();
  const wallets = new Map(
    [team, ...Array.from({ length: plan.wallets }, (_, n) => toWalletId(n))].map((id) => [
      id,
      openWallet(id),
    ]),
  );
  const book: Book = {
    isRemembered: false,
    nowMs: 0,
    firstPosition: positionsPerBlock,
    wallets,
    earlier: new Map(),
    holds: new Map(),
    charges: new Map(),
    payments: new Map(),
    recorded: [],
  };
  let named = 0;
  /** Ids with the lengths of the gateway's ids and of our own. */
  const nextName = (length: 14 | 18) => (named += 1).toString(36).padStart(length, '0');
  /** Commands that follow others: the end of a hold, a refund, the end of a dispute. */
  let next: Command[] = [];

  const pickWallet = () =>
    random() < plan.teamShare ? team : toWalletId(Math.floor(random() * plan.wallets));
  const getAvailable = (id: string) => {
    const { balancePaise, heldPaise } = wallets.get(id)!.state;
    return balancePaise - heldPaise;
  };

  function pay(): Command {
    const walletId = pickWallet();
    const name = nextName(14);
    const amountPaise = random() < 0.5 ? 50_00 : 100_00;
    const payment = { walletId, paymentId: `pay_${name}`, actor: 'gateway:razorpay' };
    if (named % 100 === 0) {
      const idempotencyKey = `refund:rfnd_${name}`;
      next.push({ ...payment, type: 'RefundTopUp', idempotencyKey, amountPaise: amountPaise / 2 });
    } else if (named % 1_000 === 1) {
      const dispute = { ...payment, amountPaise };
      next.push({ ...dispute, type: 'DisputeTopUp', idempotencyKey: `dispute:disp_${name}` });
      next.push({ ...dispute, type: 'WinDispute', idempotencyKey: `dispute-won:disp_${name}` });
    }
    const idempotencyKey = `topup:${payment.paymentId}`;
    const orderId = `ord_${name.padStart(18, '0')}`;
    return { ...payment, type: 'CreditTopUp', idempotencyKey, amountPaise, orderId };
  }

  function spend(): Command {
    const following = next.shift();
    if (following) return following;
    const amountPaise = 25_00 + Math.floor(random() * 25) * 100;
    let walletId = pickWallet();
    for (let tries = 0; tries < 5 && getAvailable(walletId) < amountPaise; tries += 1) {
      if (wallets.get(walletId)!.seq === 0) break;
      walletId = pickWallet();
    }
    const generationId = `gen_${nextName(18)}`;
    const memberUid =
      walletId === team ? `member_${named % memberCount}` : toUid(Number(walletId.slice(4)));
    const base = { walletId, actor: `user:${memberUid}` };
    if (getAvailable(walletId) < amountPaise) {
      const bonus = { ...base, actor: 'system', idempotencyKey: `bonus:${generationId}` };
      return { ...bonus, type: 'CreditSignupBonus', amountPaise: 50_00 };
    }
    const spending = {
      ...base,
      amountPaise,
      tool: tools[named % tools.length]!,
      memberUid,
      generationId,
    };
    if (named % 1_000 === 7) {
      const adjustment = { walletId, actor: `admin:boss_${named % 7}`, amountPaise };
      const idempotencyKey = `adjust:${generationId}`;
      return { ...adjustment, type: 'AdjustByAdmin', idempotencyKey, reason: 'a correction' };
    }
    if (named % 7 === 0) {
      return { ...spending, type: 'Charge', idempotencyKey: `unlock:${generationId}` };
    }
    const holdId = generationId;
    const end = { walletId, actor: 'worker', holdId };
    next.push(
      named % 10 === 3
        ? { ...end, type: 'VoidHold', idempotencyKey: `void:${holdId}` }
        : { ...end, type: 'CaptureHold', idempotencyKey: `capture:${holdId}` },
    );
    const expiresAtMs = book.nowMs + 600_000;
    return {
      ...spending,
      type: 'PlaceHold',
      holdId,
      expiresAtMs,
      idempotencyKey: `hold:${holdId}`,
    };
  }

  function record(command: Command): StoredEvent {
    const outcome = applyCommand(book, command, requestHash(command));
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.refusal}`);
    return book.recorded.at(-1)!;
  }

  function* events(): Generator<StoredEvent> {
    let due = 0;
    for (const day of plan.days) {
      const count = plan.countEvents(day);
      const paid = plan.countPayments(day);
      for (let i = 0; i < count; i += 1) {
        book.nowMs = startOfIstDay(day) + Math.floor((i * dayMs) / count);
        due += Math.floor(((i + 1) * paid) / count) - Math.floor((i * paid) / count);
        const isPayment = due > 0 && next.length === 0;
        if (isPayment) due -= 1;
        yield record(isPayment ? pay() : spend());
        if (next.length === 0) forget();
      }
    }
  }

  /** Ends a batch and forgets its events, to which no later command refers. */
  function forget(): void {
    book.firstPosition += book.recorded.length;
    book.recorded = [];
    for (const known of [book.earlier, book.holds, book.charges, book.payments]) known.clear();
  }

  return { events, wallets };
}

const openWallet = (walletId: string): OpenWallet => ({
  state: newWallet(walletId),
  termsVersion: 0,
  seq: 0,
  head: Buffer.alloc(32),
  knownHead: Buffer.alloc(32),
  recordedAtMs: Number.NEGATIVE_INFINITY,
  openHolds: new Map(),
  hasBudgets: false,
  budgets: new Map(),
  memberMonths: new Map(),
});

/** The same sequence in each run (mulberry32). */
function createRandom(): () => number {
  let state = 42;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
