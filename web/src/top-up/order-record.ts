import type { AnyUnlockRequest } from '../app/pending-record';

export type OpenedOrder = {
  /** The gateway's id. */
  orderId: string;
  /** Rupees. */
  amount: number;
  /** What the money was for, and its price in rupees. */
  resume: { unlock: AnyUnlockRequest; price: number } | null;
  /** Path and query of the page where it began. */
  from: string;
  openedAtMs: number;
  /** Its end was told here. */
  hasEnded: boolean;
};

/** A payment that takes longer than this is told by the wallet alone. */
const keptMs = 30 * 60_000;
const keptMost = 5;

/** Of what an earlier page of this tab wrote down: what is ours and not too old. */
export function readOrders(written: string | null, nowMs: number): OpenedOrder[] {
  try {
    const orders: unknown = JSON.parse(written ?? '[]');
    if (!Array.isArray(orders)) return [];
    return orders.filter((order) => isOrder(order, nowMs)).slice(-keptMost);
  } catch {
    return [];
  }
}

function isOrder(given: unknown, nowMs: number): given is OpenedOrder {
  if (typeof given !== 'object' || given === null) return false;
  const { orderId, amount, resume, from, openedAtMs } = given as Partial<OpenedOrder>;
  const ageMs = nowMs - Number(openedAtMs);
  return (
    typeof orderId === 'string' &&
    typeof amount === 'number' &&
    // The server parses the unlock itself.
    (resume === null || (typeof resume?.price === 'number' && typeof resume.unlock === 'object')) &&
    // A path of this site, and no other one.
    typeof from === 'string' &&
    /^\/(?!\/)/.test(from) &&
    ageMs >= 0 &&
    ageMs <= keptMs
  );
}
