/**
 * Makes calls to any provider: one deadline, at most one retry, and every outcome is a value. The
 * SDKs' own retries are off, since each could be a second paid image.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { toFailure, type FailureSignal } from './failure.ts';
import type { Outcome, ProviderFailure, TextStreamPart, Usage } from './provider.ts';

/** A value, or the signal of a failure. */
export type Attempt<T> = { value: T } | { signal: FailureSignal };

/** What one attempt at a stream yields; it broke off if it ends without `end` or `signal`. */
export type StreamStep = { text: string } | { end: Usage } | { signal: FailureSignal };

export type CallTerms = {
  provider: Provider;
  signal: AbortSignal;
  timeoutMs: number;
  secrets: string[];
  /** Reads the error that the SDK throws. */
  explain: (error: unknown) => FailureSignal;
  onRetry?: ((failure: ProviderFailure) => void) | undefined;
};

/** No retry for a provider that asks for a longer wait than this. */
const retryAfterMaxMs = 10_000;
const retryAfterDefaultMs = 500;

export async function makeCall<T>(
  terms: CallTerms,
  attempt: (signal: AbortSignal) => Promise<Attempt<T>>,
): Promise<Outcome<T>> {
  const deadline = startDeadline(terms.signal, terms.timeoutMs);
  try {
    for (let isLast = false; ; isLast = true) {
      const result = await withinDeadline(terms, deadline, () => attempt(deadline.signal));
      if ('value' in result) return { ok: true, value: result.value };
      const failure = toFailure(terms.provider, result.signal, terms.secrets);
      if (isLast || !(await mayRetry(terms, deadline, failure))) {
        return { ok: false, failure: deadline.cancelled() ? cancelled(terms) : failure };
      }
    }
  } finally {
    deadline.close();
  }
}

/** As `makeCall`, for a stream: retried only while the reader has seen nothing of it. */
export async function* makeStream(
  terms: CallTerms,
  attempt: (signal: AbortSignal) => AsyncGenerator<StreamStep>,
): AsyncGenerator<TextStreamPart, void> {
  const deadline = startDeadline(terms.signal, terms.timeoutMs);
  try {
    for (let isLast = false; ;) {
      const steps = attempt(deadline.signal);
      let ending: FailureSignal | null = null;
      while (ending === null) {
        const step = await withinDeadline(terms, deadline, () => nextStep(steps));
        if ('signal' in step) {
          ending = step.signal;
          continue;
        }
        // The clock stops while the reader works: only the provider's silence counts.
        deadline.pause();
        if ('end' in step.value) return yield { type: 'end', usage: step.value.end };
        isLast = true;
        yield { type: 'chunk', text: step.value.text };
        deadline.restart();
      }
      const failure = toFailure(terms.provider, ending, terms.secrets);
      if (isLast || !(await mayRetry(terms, deadline, failure))) {
        const last = deadline.cancelled() ? cancelled(terms) : failure;
        return yield { type: 'failed', failure: last };
      }
      isLast = true;
    }
  } finally {
    deadline.close();
  }
}

async function nextStep(
  steps: AsyncGenerator<StreamStep>,
): Promise<Attempt<Exclude<StreamStep, { signal: FailureSignal }>>> {
  const next = await steps.next();
  if (next.done) return { signal: { kind: 'broken', how: 'unfinished' } };
  return 'signal' in next.value ? next.value : { value: next.value };
}

/** The attempt's result, or that its time is up, or that the user has stopped it. */
async function withinDeadline<T>(
  terms: CallTerms,
  deadline: Deadline,
  work: () => Promise<Attempt<T>>,
): Promise<Attempt<T>> {
  const early = deadline.signalSeen();
  if (early) return { signal: early };
  try {
    const result = await work();
    if ('value' in result) return result;
    // Some SDKs end their loop without an error when aborted: the deadline decides.
    return { signal: deadline.signalSeen() ?? result.signal };
  } catch (error) {
    return { signal: deadline.signalSeen() ?? terms.explain(error) };
  }
}

/** Waits as long as the provider asks for. False when there is to be no second attempt. */
async function mayRetry(
  terms: CallTerms,
  deadline: Deadline,
  failure: ProviderFailure,
): Promise<boolean> {
  if (deadline.signalSeen()) return false;
  if (failure.category !== 'server' && failure.category !== 'rate_limit') return false;
  const delayMs = failure.retryAfterMs ?? retryAfterDefaultMs;
  if (delayMs > retryAfterMaxMs) return false;
  terms.onRetry?.(failure);
  try {
    await wait(delayMs, undefined, { signal: deadline.signal });
    return true;
  } catch {
    return false;
  }
}

function cancelled(terms: CallTerms): ProviderFailure {
  return toFailure(terms.provider, { kind: 'cancelled' });
}

type Deadline = ReturnType<typeof startDeadline>;

/** One signal out of two: the user's cancel, and the deadline. */
function startDeadline(wish: AbortSignal, timeoutMs: number) {
  const controller = new AbortController();
  let hasExpired = false;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => controller.abort();
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasExpired = true;
      controller.abort();
    }, timeoutMs);
  };
  if (wish.aborted) stop();
  else wish.addEventListener('abort', stop, { once: true });
  restart();
  return {
    signal: controller.signal,
    restart,
    pause: () => clearTimeout(timer),
    cancelled: () => wish.aborted && !hasExpired,
    signalSeen: (): FailureSignal | null => {
      if (hasExpired) return { kind: 'broken', how: 'timeout' };
      return wish.aborted ? { kind: 'cancelled' } : null;
    },
    /** Also ends a connection that is still open, as when a reader stops half-way. */
    close: () => {
      clearTimeout(timer);
      wish.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}
