/**
 * Limits the concurrent requests of one caller in this process, so that a burst of one caller hardly delays
 * the others. Further requests wait in order in that caller's own queue.
 */
import type { Response } from 'express';
import { Refusal } from '../http/refusal.ts';

export interface PlaceLimits {
  /** Places of one caller. A request of weight 3 takes three. */
  readonly places: number;
  /** Requests of one caller that may wait. Further requests are refused. */
  readonly waiting: number;
  readonly waitMs: number;
  /**
   * The longest that a request keeps its places. A longer request is assumed to wait for something else: a
   * worker, a slow connection, an unreachable database.
   */
  readonly keptMs: number;
}

export interface Places {
  /**
   * Resolves when `who` has room for a request of this weight. Its places are returned when its response has
   * ended, or earlier with the returned function. Throws a `Refusal` (429) when too many already wait or the
   * wait is too long.
   */
  enter(who: string, weight: number, response: Response): Promise<() => void>;
}

interface Waiter {
  readonly weight: number;
  admit(): void;
}

/** A caller with requests in progress. */
interface Line {
  free: number;
  readonly waiting: Set<Waiter>;
}

export function createPlaces({ places, waiting, waitMs, keptMs }: PlaceLimits): Places {
  const lines = new Map<string, Line>();

  function take(line: Line, who: string, weight: number, response: Response): () => void {
    line.free -= weight;
    let isTaken = true;
    const giveBack = () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(timer);
      response.off('close', giveBack);
      line.free += weight;
      admitNext(line);
      if (line.free === places) lines.delete(who);
    };
    const timer = setTimeout(giveBack, keptMs).unref();
    response.once('close', giveBack);
    return giveBack;
  }

  function admitNext(line: Line): void {
    for (const waiter of line.waiting) {
      if (waiter.weight > line.free) return;
      waiter.admit();
    }
  }

  return {
    async enter(who, ownWeight, response) {
      // The client has left: its response would never return the places.
      if (response.destroyed) throw tooManyAtOnce();
      const weight = Math.min(ownWeight, places);
      const line = lines.get(who) ?? { free: places, waiting: new Set() };
      lines.set(who, line);
      if (line.waiting.size === 0 && weight <= line.free) {
        return take(line, who, weight, response);
      }
      if (line.waiting.size >= waiting) throw tooManyAtOnce();
      return new Promise((resolve, reject) => {
        const leave = () => {
          end();
          reject(tooManyAtOnce());
          admitNext(line);
        };
        const end = () => {
          clearTimeout(timer);
          response.off('close', leave);
          line.waiting.delete(waiter);
        };
        const waiter: Waiter = {
          weight,
          admit() {
            end();
            resolve(take(line, who, weight, response));
          },
        };
        const timer = setTimeout(leave, waitMs);
        response.once('close', leave);
        line.waiting.add(waiter);
      });
    },
  };
}

const tooManyAtOnce = () =>
  new Refusal('rate_limited', 'Too many concurrent requests. Wait a moment and try again.', {
    retryAfterSeconds: 1,
  });
