import {
  ProvenanceOfEvent,
  ProvenanceOfGeneration,
  ProvenanceOfSettlement,
  ProvenanceUse,
  Unspent,
  type ProvenanceMove,
} from '@sachet/shared/contracts/admin-provenance';
import { toUrl } from '../url';
import { useAdminRead } from './admin';
import { callWith } from './client';
import { usePages } from './pages';

const getMoveId = ({ seq, taking }: ProvenanceMove) => `${seq} ${taking.seq}`;

const toPageUrl = (path: string, query: Record<string, string>, next: string | null | undefined) =>
  next === null ? null : toUrl(path, { ...query, after: next });

/** Pages of the credits that paid for an event, or of the events that a credit paid for. */
export const useEventProvenance = (place: { wallet: string; seq: string }) =>
  usePages<ProvenanceOfEvent, ProvenanceMove>({
    path: (previous) =>
      toPageUrl(
        '/api/admin/provenance/event',
        place,
        previous ? (previous.use?.next ?? null) : undefined,
      ),
    read: (path) => callWith(path, ProvenanceOfEvent),
    rows: ({ use }) => use?.moves ?? [],
    id: getMoveId,
  });

export const usePaymentProvenance = (id: string) =>
  usePages<ProvenanceUse, ProvenanceMove>({
    path: (previous) =>
      toPageUrl('/api/admin/provenance/payment', { id }, previous ? previous.next : undefined),
    read: (path) => callWith(path, ProvenanceUse),
    rows: ({ moves }) => moves,
    id: getMoveId,
  });

type SettledMove = ProvenanceOfSettlement['moves'][number];

export const useSettlementProvenance = (utr: string) =>
  usePages<ProvenanceOfSettlement, SettledMove>({
    path: (previous) =>
      toPageUrl('/api/admin/provenance/settlement', { utr }, previous ? previous.next : undefined),
    read: (path) => callWith(path, ProvenanceOfSettlement),
    rows: ({ moves }) => moves,
    id: (move) => `${move.credit.walletId} ${move.credit.seq} ${getMoveId(move)}`,
  });

export const useGenerationProvenance = (id: string) =>
  useAdminRead(toUrl('/api/admin/provenance/generation', { id }), ProvenanceOfGeneration);

/** An empty `at` means now. */
export const useUnspent = (at: string) =>
  useAdminRead(toUrl('/api/admin/provenance/unspent', { at }), Unspent, {
    keepPreviousData: true,
  });
