/** What `verify` can find. */
export type FaultKind =
  /** The event, its place or what it builds on is not what was recorded. */
  | 'edited'
  /** Events between others are gone. */
  | 'deleted'
  /** Events after the one that the wallet ends with. */
  | 'inserted'
  /** The newest events are gone. */
  | 'truncated'
  /** The chain fits together, but is not the one that a checkpoint saw. */
  | 'rewritten'
  /** An event says it found other amounts than the event before left. */
  | 'balance_differs'
  /** An event was recorded before the one that precedes it. */
  | 'clock_ran_back'
  /** A projection is not what the events say. */
  | 'projection_differs'
  /** A checkpoint does not say what was signed, or was not signed with this key. */
  | 'checkpoint_forged'
  /** A checkpoint that was exported is not here: the database is older, or was cut off. */
  | 'checkpoint_missing'
  /** The close of a day does not say what was signed, or not what the events known then come to. */
  | 'day_close_forged';

export interface Fault {
  readonly kind: FaultKind;
  readonly walletId: string | null;
  readonly seq: number | null;
  readonly detail: string;
}

export function faultLine({ kind, walletId, seq, detail }: Fault): string {
  const place = walletId === null ? '' : ` ${walletId}${seq === null ? '' : ` seq ${seq}`}`;
  return `${kind}${place}: ${detail}`;
}
