import { paths } from '../../../paths';

/** In the address of an event: the list's own address, to come back to. */
export const backParam = 'back';

/** An event's page that knows the way back to `list`, the search part of the list's address. */
export function eventAddress(place: { walletId: string; seq: number }, list: string): string {
  const event = paths.ledgerEvent(place.walletId, place.seq);
  return list ? `${event}&${backParam}=${encodeURIComponent(list)}` : event;
}

export const views = ['events', 'trial-balance', 'as-of', 'verification'] as const;
export type LedgerView = (typeof views)[number];

export function viewOf(name: string | null): LedgerView {
  return views.find((view) => view === name) ?? 'events';
}
