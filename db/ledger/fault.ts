/** The faults that `verify` can find. */
export type FaultKind =
  /** The event, its position or its predecessor differs from what was recorded. */
  | 'edited'
  /** Events between others are missing. */
  | 'deleted'
  /** Events exist after the wallet's last one. */
  | 'inserted'
  /** The newest events are missing. */
  | 'truncated'
  /** The chain fits together, but differs from the chain that a checkpoint recorded. */
  | 'rewritten'
  /** The amounts before an event differ from the amounts after its predecessor. */
  | 'balance_differs'
  /** An event was recorded before its predecessor. */
  | 'clock_ran_back'
  /** A projection differs from the events. */
  | 'projection_differs'
  /** A checkpoint differs from its signature, or was not signed with this key. */
  | 'checkpoint_forged'
  /** An exported checkpoint does not exist here: the database is older, or was truncated. */
  | 'checkpoint_missing'
  /** The close of a day differs from its signature, or from the events known then. */
  | 'day_close_forged'
  /** A tax document was edited, is missing from its series, or does not follow the previous one. */
  | 'document_forged'
  /** A tax document differs from the events it is about, or they have none. */
  | 'document_differs';

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
