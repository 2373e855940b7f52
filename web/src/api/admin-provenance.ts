import type { ProvenanceMove } from '@sachet/shared/contracts/admin-provenance';
import { usePages } from './pages';

const getMoveId = ({ seq, taking }: ProvenanceMove) => `${seq} ${taking.seq}`;

/** Loads pages of the credits that paid for an event, or of the events that a credit paid for. */
export const useEventProvenance = (place: { wallet: string; seq: number }) =>
  usePages('GET /api/admin/provenance/event', {
    query(previous) {
      if (!previous) return place;
      return previous.use?.next ? { ...place, after: previous.use.next } : null;
    },
    rows: ({ use }) => use?.moves ?? [],
    id: getMoveId,
  });

export const usePaymentProvenance = (id: string) =>
  usePages('GET /api/admin/provenance/payment', {
    query: (previous) => (previous?.next === null ? null : { id, after: previous?.next }),
    rows: ({ moves }) => moves,
    id: getMoveId,
  });

export const useSettlementProvenance = (utr: string) =>
  usePages('GET /api/admin/provenance/settlement', {
    query: (previous) => (previous?.next === null ? null : { utr, after: previous?.next }),
    rows: ({ moves }) => moves,
    id: (move) => `${move.credit.walletId} ${move.credit.seq} ${getMoveId(move)}`,
  });
