/**
 * Remembers the wallets that this process wrote last, so that it need not read them before it writes them
 * again. When another process writes, the memory may be wrong, so the write itself checks it.
 */
import { namedChargeSeq, type Command } from '@sachet/shared/ledger/command';
import type { Book, OpenWallet } from './book.ts';

/** Positions come in blocks, so that one `nextval` orders a whole batch. */
export const positionsPerBlock = 1000;

const maxWallets = 5_000;
/** Limits on the holds, budgets and months of one wallet; a wallet with more is read each time. */
const maxFacts = 1_000;
/**
 * How long a clock and a block of positions that were read from the database may be used, in milliseconds.
 */
const leaseLastsMs = 1_000;

/** The database's clock at some moment, and a block of positions that no other process uses. */
export interface Lease {
  readonly now_ms: number;
  readonly block: number;
}

interface Remembered {
  readonly wallet: OpenWallet;
  /** True if this process found the wallet as it had left it, so that probably no other process writes it. */
  readonly isUnchanged: boolean;
}

export type Memory = ReturnType<typeof createMemory>;

export function createMemory() {
  /** The most recently used wallet is last. */
  const remembered = new Map<string, Remembered>();
  let clock = { nowMs: 0, readAt: Number.NEGATIVE_INFINITY };
  let positions = { next: 0, end: 0 };

  function keep(id: string, entry: Remembered): void {
    remembered.delete(id);
    const { openHolds, budgets, memberMonths } = entry.wallet;
    if (openHolds.size + budgets.size + memberMonths.size > maxFacts) return;
    remembered.set(id, entry);
    if (remembered.size > maxWallets) remembered.delete(remembered.keys().next().value!);
  }

  return {
    /** Takes clock and positions from a statement that ran under the wallets' locks. */
    renew({ now_ms, block }: Lease): void {
      const next = block * positionsPerBlock;
      if (next < positions.end) return;
      clock = { nowMs: now_ms, readAt: performance.now() };
      positions = { next, end: next + positionsPerBlock };
    },

    /**
     * A book of wallets that were read under their locks, with the remembered values of wallets that no other
     * process wrote.
     */
    openBook(wallets: readonly OpenWallet[]): Book {
      return newBook(
        wallets.map((read) => {
          const { wallet } = remembered.get(read.state.walletId) ?? {};
          const isUnchanged =
            wallet !== undefined &&
            wallet.head.equals(read.head) &&
            wallet.termsVersion === read.termsVersion;
          keep(read.state.walletId, { wallet: isUnchanged ? wallet : read, isUnchanged });
          return isUnchanged ? wallet : read;
        }),
        false,
      );
    },

    /** A book of these commands' wallets if everything that they need is remembered, else null. */
    findBook(commands: readonly Command[]): Book | null {
      const isLate = performance.now() - clock.readAt > leaseLastsMs;
      if (isLate || positions.end - positions.next < commands.length) return null;
      const wallets = new Map<string, OpenWallet>();
      const placed = new Set<string>();
      for (const command of commands) {
        const entry = remembered.get(command.walletId);
        if (!entry?.isUnchanged || !isKnown(entry.wallet, command, placed)) return null;
        if (command.type === 'PlaceHold') placed.add(command.holdId);
        wallets.set(command.walletId, entry.wallet);
      }
      return newBook([...wallets.values()], true);
    },

    /** Remembers the state after a decided batch. */
    advance(book: Book): void {
      if (book.recorded.length > 0) positions.next = book.firstPosition + book.recorded.length;
      for (const id of book.wallets.keys()) {
        const entry = remembered.get(id);
        if (entry) keep(id, entry);
      }
    },

    /**
     * Forgets everything. After a failover, a sequence may again return positions that an uncommitted
     * transaction got from the previous server.
     */
    clear(): void {
      remembered.clear();
      clock = { nowMs: 0, readAt: Number.NEGATIVE_INFINITY };
      positions = { next: 0, end: 0 };
    },

    /** Forgets the wallets of these commands, because the remembered values turned out to be wrong. */
    forget(commands: readonly Command[]): void {
      for (const { walletId } of commands) remembered.delete(walletId);
    },
  };

  function newBook(wallets: readonly OpenWallet[], isRemembered: boolean): Book {
    for (const wallet of wallets) wallet.knownHead = wallet.head;
    return {
      isRemembered,
      nowMs: Math.floor(clock.nowMs + performance.now() - clock.readAt),
      firstPosition: positions.next,
      wallets: new Map(wallets.map((wallet) => [wallet.state.walletId, wallet])),
      earlier: new Map(),
      holds: new Map(),
      charges: new Map(),
      payments: new Map(),
      recorded: [],
    };
  }
}

/** Whether the wallet and this batch's holds contain everything that the command's decision reads. */
function isKnown(
  { hasBudgets, budgets, openHolds }: OpenWallet,
  command: Command,
  placed: ReadonlySet<string>,
): boolean {
  switch (command.type) {
    case 'PlaceHold':
    case 'Charge':
      if (namedChargeSeq(command) !== undefined || command.releasesPaise !== undefined)
        return false;
      return !hasBudgets || budgets.has(command.memberUid);
    case 'CaptureHold':
    case 'VoidHold':
    case 'ExpireHold':
      return openHolds.has(command.holdId) || placed.has(command.holdId);
    default:
      return false;
  }
}
