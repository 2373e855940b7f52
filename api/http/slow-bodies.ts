/** Ends bodies that arrive too slowly, so that they do not occupy places. */
import type { Socket } from 'node:net';

/** The fewest bytes that have to arrive in any period of `withinMs`. */
interface Pace {
  readonly bytes: number;
  readonly withinMs: number;
}

/** Applies to every body; a phone may lose its connection for this long. */
const leastPace: Pace = { bytes: 8 * 1024, withinMs: 15_000 };
/** Applies while others wait for a place: 64 KiB a second, which a slow mobile connection reaches. */
const pressedPace: Pace = { bytes: 320 * 1024, withinMs: 5_000 };

const lookEveryMs = 1_000;

export interface SlowBodies {
  /**
   * Calls `end` when the body on `socket` is too slow; while others wait, the slowest one ends first.
   * Returns a function that stops watching it.
   */
  watch(socket: Pick<Socket, 'bytesRead'>, end: () => void): () => void;
}

interface Body {
  /** Bytes received at each check, the latest last. */
  readonly looks: number[];
  readonly read: () => number;
  readonly end: () => void;
}

/** `isShort` returns whether others wait for a place. */
export function createSlowBodies(isShort: () => boolean): SlowBodies {
  const bodies = new Set<Body>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    for (const body of bodies) {
      body.looks.push(body.read());
      if (body.looks.length > toLooks(leastPace) + 1) body.looks.shift();
    }
    for (const body of bodies) {
      if (arrived(body, leastPace) < leastPace.bytes) endIt(body);
    }
    if (!isShort()) return;
    const [slowest] = [...bodies].sort((a, b) => arrived(a, pressedPace) - arrived(b, pressedPace));
    if (slowest && arrived(slowest, pressedPace) < pressedPace.bytes) endIt(slowest);
  }

  function endIt(body: Body): void {
    forget(body);
    body.end();
  }

  function forget(body: Body): void {
    bodies.delete(body);
    if (bodies.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(socket, end) {
      const body = { looks: [socket.bytesRead], read: () => socket.bytesRead, end };
      bodies.add(body);
      timer ??= setInterval(look, lookEveryMs).unref();
      return () => forget(body);
    },
  };
}

const toLooks = ({ withinMs }: Pace) => Math.ceil(withinMs / lookEveryMs);

/** Bytes in the last period; infinite until a body has been watched that long. */
function arrived({ looks }: Body, pace: Pace): number {
  const earlier = looks.at(-1 - toLooks(pace));
  return earlier === undefined ? Infinity : looks.at(-1)! - earlier;
}
