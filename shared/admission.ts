/**
 * The one rule for every bounded resource: who enters, who waits, who is refused and who is evicted. It knows no
 * clock; `adapters/operations/resource.ts` adds time and metrics.
 *
 * - Classes: bought work first, then customers (paying or verified), then others. Others leave a quarter of the
 *   places free.
 * - Networks: while applicants of other networks wait, a network gets no more than a quarter of the places, and
 *   loses what it has beyond that.
 * - Rounds: a user has one turn in a round. A user who asks again waits behind those who had no turn yet. A user with
 *   several places yields one to a user who has at least two fewer.
 */

/** The first class goes first. */
const classes = ['bought', 'customer', 'other'] as const;
export type Class = (typeof classes)[number];

export interface Applicant {
  readonly uid: string;
  /** The network of a request, or the wallet that a job is for: a job does not know its sender's address. */
  readonly network: string;
  readonly class: Class;
}

export interface Size {
  /** Entries at the same time. */
  readonly places: number;
  readonly placesPerUser: number;
  /** Applicants that may wait, in all and of one user. */
  readonly waiting: number;
  readonly waitingPerUser: number;
}

/** Called for each decision. */
interface Decisions<T> {
  admit(who: T): void;
  refuse(who: T): void;
  /** The entry has lost its place already. */
  evict(who: T): void;
}

/** The rest of an entry's work. */
export interface Rest {
  /**
   * Seconds at its present rate. At 0, or before it can be judged, it only yields to a higher class, to a user with
   * fewer places, or if its network is beyond its share.
   */
  readonly seconds: number;
  /** Whether it has had its place long enough to lose it to a user who has had a turn in this round too. */
  readonly isTurnOver: boolean;
}

export interface Admission<T extends Applicant> {
  /** Admits or refuses the applicant, or lets it wait. A waiting applicant with less right is refused for it. */
  ask(who: T): void;
  /** Ends an entry or a wait. Does nothing if it has ended. */
  leave(who: T): void;
  /**
   * Evicts the entry that needs longest for a waiting applicant, who enters in its place. `getRest` returns null
   * for an entry that must stay.
   */
  relieve(getRest: (who: T) => Rest | null): void;
  readonly inside: Iterable<T>;
  readonly waiting: Iterable<T>;
}

/** Places that only higher classes than the last may use. */
const reservedPlaces = (places: number): number =>
  places > 1 ? Math.max(1, Math.floor(places / 4)) : 0;

const rank = (who: Applicant): number => classes.indexOf(who.class);

/** Rounds of users that are remembered before those without meaning are dropped. */
const roundsRemembered = 1_000;

export function createAdmission<T extends Applicant>(
  size: Size,
  decisions: Decisions<T>,
): Admission<T> {
  const networkShare = Math.max(1, Math.floor(size.places / 4));
  const placesOfOthers = size.places - reservedPlaces(size.places);
  const inside = new Set<T>();
  const waiting = new Set<T>();
  const byUser = new Map<string, number>();
  const byNetwork = new Map<string, number>();
  let others = 0;
  /** The round of the latest entry, and of each user's latest application. */
  let current = 0;
  const lastRounds = new Map<string, number>();
  const rounds = new WeakMap<T, number>();

  const roundOf = (who: T): number => rounds.get(who)!;
  const ofUser = ({ uid }: Applicant): number => byUser.get(uid) ?? 0;
  const ofNetwork = ({ network }: Applicant): number => byNetwork.get(network) ?? 0;

  /** Whether there is a place for `who`, once `leaving` has left. */
  function fits(who: T, leaving?: T): boolean {
    const left = leaving ? 1 : 0;
    if (inside.size - left >= size.places) return false;
    const otherLeft = leaving?.class === 'other' ? 1 : 0;
    if (who.class === 'other' && others - otherLeft >= placesOfOthers) return false;
    const ownLeft = leaving?.uid === who.uid ? 1 : 0;
    return ofUser(who) - ownLeft < size.placesPerUser;
  }

  /** Negative if `a` goes before `b`. */
  function compare(a: T, b: T): number {
    return (
      rank(a) - rank(b) ||
      Number(ofNetwork(a) >= networkShare) - Number(ofNetwork(b) >= networkShare) ||
      roundOf(a) - roundOf(b) ||
      ofNetwork(a) - ofNetwork(b)
    );
  }

  function enter(who: T): void {
    waiting.delete(who);
    inside.add(who);
    add(byUser, who.uid, 1);
    add(byNetwork, who.network, 1);
    if (who.class === 'other') others += 1;
    current = Math.max(current, roundOf(who));
    decisions.admit(who);
  }

  function remove(who: T): boolean {
    if (!inside.delete(who)) return false;
    add(byUser, who.uid, -1);
    add(byNetwork, who.network, -1);
    if (who.class === 'other') others -= 1;
    return true;
  }

  function admitNext(): void {
    for (;;) {
      const [next] = [...waiting].filter((who) => fits(who)).sort(compare);
      if (!next) return;
      enter(next);
    }
  }

  function nextRound({ uid }: T): number {
    if (lastRounds.size > roundsRemembered) {
      for (const [each, round] of lastRounds) if (round < current) lastRounds.delete(each);
    }
    return Math.max(current, (lastRounds.get(uid) ?? -1) + 1);
  }

  /** The waiting applicant that a full queue refuses for `who`; null if it refuses `who`. */
  function findSurplus(who: T): T | null {
    const numbers = new Map<string, number>();
    for (const { network } of waiting) add(numbers, network, 1);
    const own = (numbers.get(who.network) ?? 0) + 1;
    const surplus = [...waiting].toSorted(
      (a, b) => rank(b) - rank(a) || numbers.get(b.network)! - numbers.get(a.network)!,
    )[0];
    if (!surplus || rank(surplus) < rank(who)) return null;
    const isLower = rank(surplus) > rank(who);
    if (!isLower && numbers.get(surplus.network)! <= own) return null;
    const isAlike = (each: T) =>
      each.class === surplus.class && numbers.get(each.network) === numbers.get(surplus.network);
    // The newest, which has waited least.
    return [...waiting].findLast(isAlike)!;
  }

  return {
    inside,
    waiting,
    ask(who) {
      let ownWaiting = 0;
      for (const { uid } of waiting) if (uid === who.uid) ownWaiting += 1;
      rounds.set(who, nextRound(who));
      if (fits(who)) {
        lastRounds.set(who.uid, roundOf(who));
        return enter(who);
      }
      if (ownWaiting >= size.waitingPerUser) return decisions.refuse(who);
      if (waiting.size >= size.waiting) {
        const surplus = size.waiting > 0 ? findSurplus(who) : null;
        if (!surplus) return decisions.refuse(who);
        waiting.delete(surplus);
        decisions.refuse(surplus);
      }
      lastRounds.set(who.uid, roundOf(who));
      waiting.add(who);
    },
    leave(who) {
      if (!waiting.delete(who) && remove(who)) admitNext();
    },
    relieve(getRest) {
      for (const who of [...waiting].sort(compare)) {
        const hasHadTurn = roundOf(who) > current;
        let victim: T | undefined;
        let most = -1;
        for (const each of inside) {
          if (each.uid === who.uid || rank(each) < rank(who) || !fits(who, each)) continue;
          const rest = getRest(each);
          if (rest === null || (hasHadTurn && !rest.isTurnOver)) continue;
          const isForeign = each.network !== who.network;
          const isLower = rank(each) > rank(who);
          // A network that has its share only takes places from a lower class.
          if (isForeign && !isLower && ofNetwork(who) >= networkShare) continue;
          const hasMore = ofUser(each) > ofUser(who) + 1;
          const yields = isLower || hasMore || (isForeign && ofNetwork(each) > networkShare);
          if (rest.seconds === 0 && !yields) continue;
          // Entries that yield go first.
          const rating = Math.min(rest.seconds, 1e15) + (yields ? 1e15 : 0);
          if (rating > most) [victim, most] = [each, rating];
        }
        if (!victim) continue;
        remove(victim);
        decisions.evict(victim);
        return enter(who);
      }
    },
  };
}

function add(counts: Map<string, number>, key: string, number: number): void {
  const count = (counts.get(key) ?? 0) + number;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
