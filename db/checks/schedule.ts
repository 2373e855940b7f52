/** How much of the old events a pass of the auditor reads. */

/** A round takes less than an hour, even if some passes are late or interrupted. */
const roundSeconds = 50 * 60;
/** A small ledger is read whole in each pass. */
const fewestEvents = 10_000;
/** Takes a second or so. What was read is stored after each slice, so an interrupted pass loses one. */
export const eventsPerSlice = 20_000;
/** Then the pass continues with new events, and the next pass catches up. */
const mostSecondsPerPass = 60;

export interface Round {
  /** The events of the ledger. */
  readonly events: number;
  /** The events that this round has read. */
  readonly read: number;
  /** The time since the round began. */
  readonly seconds: number;
}

/**
 * The events that a pass has to read. After an interruption this is what the round should have read in the
 * meantime, so that no time is lost.
 */
const countDueEvents = ({ events, read, seconds }: Round): number =>
  Math.max(fewestEvents, Math.ceil((events * seconds) / roundSeconds) - read);

export interface Slice {
  /** Fewer than its limit only at the end of a round. */
  readonly events: number;
  readonly isRoundOver: boolean;
}

/** Reads what is due, but not more than one round. `clock` returns seconds. */
export async function readDueSlices(
  round: Round,
  readSlice: (limit: number) => Promise<Slice>,
  clock: () => number,
): Promise<void> {
  const end = clock() + mostSecondsPerPass;
  for (let due = countDueEvents(round); due > 0 && clock() < end;) {
    const { events, isRoundOver } = await readSlice(Math.min(due, eventsPerSlice));
    if (isRoundOver) return;
    due -= events;
  }
}
