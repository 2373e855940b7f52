/** Proves what came behind known ends of chains, wallet by wallet. */
import pg, { type ClientBase } from 'pg';
import { arrayLiteral } from './array-literal.ts';
import { brokenBetween, type ChainEnd } from './chain-scan.ts';
import { copyColumns, copyEvents } from './event-copy.ts';

export interface ProvedTails {
  /** By wallet, where its chain ends now. */
  readonly ends: ReadonlyMap<string, ChainEnd>;
  readonly broken: readonly { walletId: string; seq: number; detail: string }[];
  readonly events: number;
}

/** `ledger_event`'s rows behind these ends: to be joined on `wallet_id = tail.id and seq > tail.end_seq`. */
export function tailsRelation(ends: ReadonlyMap<string, ChainEnd>): string {
  const ids = pg.escapeLiteral(arrayLiteral([...ends.keys()]));
  const seqs = pg.escapeLiteral(arrayLiteral([...ends.values()].map(({ seq }) => seq)));
  return `unnest(${ids}::text[], ${seqs}::int8[]) as tail (id, end_seq)`;
}

export async function proveTails(
  client: ClientBase,
  known: ReadonlyMap<string, ChainEnd>,
): Promise<ProvedTails> {
  const ends = new Map(known);
  const broken: { walletId: string; seq: number; detail: string }[] = [];
  let events = 0;
  // Wallet by wallet through the key's index: of a long ledger little is new.
  const statement = `
    select e.* from ${tailsRelation(known)}, lateral (
      select ${copyColumns} from ledger_event
      where wallet_id = tail.id and seq > tail.end_seq order by seq offset 0
    ) e`;
  await copyEvents(client, statement, (event) => {
    const { walletId, seq } = event;
    events += 1;
    const before = ends.get(walletId)!;
    if (seq !== before.seq + 1) {
      const detail = `events up to ${seq - 1} are gone`;
      broken.push({ walletId, seq: before.seq + 1, detail });
    }
    const kinds = brokenBetween(before, event);
    if (kinds.length > 0) {
      const detail = `does not follow from the event before: ${kinds.join(', ')}`;
      broken.push({ walletId, seq, detail });
    }
    ends.set(walletId, event);
  });
  return { ends, broken, events };
}
