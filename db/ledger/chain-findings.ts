/** Findings about broken links and wrong ends of chains. The first word of a finding names the change. */
import { ofEvent, type Found } from './check.ts';
import type { BrokenLink, ChainEnd } from './prove-chains.ts';

/** `recorded` is the number of the last event by the row of each wallet. */
export function findBrokenLinks(
  broken: readonly BrokenLink[],
  recorded: ReadonlyMap<string, number> = new Map(),
): Found[] {
  let unlinked: BrokenLink | undefined;
  return broken.flatMap((link): Found[] => {
    const { walletId, seq, previousSeq, kinds } = link;
    if (previousSeq < seq - 1) {
      const detail = `deleted: seq ${previousSeq + 1} to ${seq - 1} are missing`;
      return [ofEvent(walletId, previousSeq + 1, detail)];
    }
    if (kinds.includes('link')) {
      unlinked = link;
      // An event after the wallet's end was inserted, which is reported as another finding.
      if (seq > (recorded.get(walletId) ?? seq)) return [];
      return [ofEvent(walletId, seq, 'edited: does not hash to what was recorded')];
    }
    // The broken link is reported instead of the amounts that were edited with it.
    if (unlinked?.walletId === walletId && unlinked.seq === seq - 1) return [];
    return kinds.map((kind) =>
      kind === 'balance'
        ? ofEvent(walletId, seq, 'balance_differs: builds on other amounts')
        : ofEvent(walletId, seq, 'clock_ran_back: recorded before the previous event'),
    );
  });
}

/** Compares the end of each chain with the wallet's row. */
export function findWrongEnds(
  ends: ReadonlyMap<string, ChainEnd>,
  recorded: ReadonlyMap<string, number>,
): { truncated: Found[]; inserted: Found[] } {
  const truncated: Found[] = [];
  const inserted: Found[] = [];
  for (const [walletId, seq] of recorded) {
    const last = ends.get(walletId)?.seq ?? 0;
    if (seq < last) {
      inserted.push(ofEvent(walletId, seq + 1, `inserted: the wallet ends at seq ${seq}`));
    } else if (seq > last) {
      const detail = `truncated: the wallet ends at seq ${seq}, its events at ${last}`;
      truncated.push(ofEvent(walletId, last + 1, detail));
    }
  }
  return { truncated, inserted };
}

/** An event that the auditor has verified, and that is another one now, or missing. */
export const toProvedBefore = (walletId: string, seq: number, isThere: boolean | null): Found =>
  isThere === null
    ? ofEvent(walletId, seq, 'truncated: is missing, and the auditor verified it')
    : ofEvent(walletId, seq, 'rewritten: is not the event that the auditor verified');
