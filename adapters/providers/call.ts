/**
 * Makes calls to any provider: one deadline, at most one retry, and every outcome is a value. The
 * SDKs' own retries are off, since each could be a second paid image.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { clean, startReply } from './clean.ts';
import { startDeadline, type Deadline } from './deadline.ts';
import { isUnreached, toFailure, type FailureSignal, type Place } from './failure.ts';
import { openLine, type Line } from './line.ts';
import { findRefusedParameter, type ModelMemory } from './model-memory.ts';
import type {
  Attempt,
  Outcome,
  ProviderFailure,
  Report,
  TextStreamPart,
  Usage,
} from './provider.ts';

/** A value, or the signal of a failure. */
export type Result<T> = { value: T } | { signal: FailureSignal };

/** The events of one attempt at a stream. A stream that ends without `end` or `signal` was interrupted. */
export type StreamStep =
  { text: string } | { end: Report & { isCut: boolean } } | { signal: FailureSignal };

/** One request: how to send it, and what has been reported about it so far. */
export type Request = Line & {
  signal: AbortSignal;
  report: Report;
  readonly ending: { isCut: boolean } | null;
  /** Ends the text of a stream: the answer is whole even if the stream fails afterwards. */
  endWith(ending: { isCut: boolean } | null): void;
  /** The optional parameters that it is sent with. Another call may be refused one of them in the meantime. */
  readonly sent: readonly string[];
  /** The body without the parameters that the model has refused. */
  fit<T extends object>(body: T): T;
};

export type CallTerms = Place & {
  modelId: string | null;
  memory: ModelMemory;
  signal: AbortSignal;
  timeoutMs: number;
  /** Reads the error that the SDK throws. */
  explain: (error: unknown) => FailureSignal;
  /** `unmade`: retries only if the first request cannot have produced anything. */
  retries: 'once' | 'unmade' | 'never';
  /** The parameters that a request can do without. */
  optional?: readonly string[];
  onAttempt?: ((attempt: Attempt) => void) | undefined;
};

/** If a provider asks for a longer wait than this, there is no retry. */
const retryAfterMaxMs = 10_000;
const retryAfterDefaultMs = 500;

/** How long a stream whose text has ended may take to report its usage. */
const usageWaitMs = 10_000;

/** A stream may last this many times as long as its provider may be silent. */
export const streamTimeouts = 5;

export async function makeCall<T>(
  terms: CallTerms,
  attempt: (request: Request) => Promise<Result<T>>,
): Promise<Outcome<T>> {
  const deadline = startDeadline(terms.signal, terms.timeoutMs, terms.timeoutMs);
  try {
    for (let isLast = false; ;) {
      const early = deadline.signalSeen() ?? findRest(terms);
      if (early) return { ok: false, failure: toFailure(terms, early) };
      const request = openRequest(terms, deadline);
      const end = startAttempt(terms, request);
      const result = await withinDeadline(terms, deadline, () => attempt(request));
      if ('value' in result) {
        end(null);
        return clean({ ok: true, value: result.value });
      }
      const failure = end(result.signal);
      if (leavesOut(terms, request, result.signal)) continue;
      if (isLast || !(await mayRetry(terms, deadline, failure))) {
        return { ok: false, failure: deadline.cancelled() ? cancelled(terms) : failure };
      }
      isLast = true;
    }
  } finally {
    deadline.close();
  }
}

/** Like `makeCall`, for a stream. Retries only while the reader has received nothing. */
export async function* makeStream(
  terms: CallTerms,
  attempt: (request: Request) => AsyncGenerator<StreamStep>,
): AsyncGenerator<TextStreamPart, void> {
  const deadline = startDeadline(terms.signal, terms.timeoutMs, streamTimeouts * terms.timeoutMs);
  let end: ReturnType<typeof startAttempt> | null = null;
  try {
    for (let isLast = false; ;) {
      const early = deadline.signalSeen() ?? findRest(terms);
      if (early) return yield { type: 'failed', failure: toFailure(terms, early) };
      const request = openRequest(terms, deadline);
      end = startAttempt(terms, request);
      const steps = attempt(request);
      const reply = startReply();
      let ending: FailureSignal | null = null;
      while (ending === null) {
        const step = await withinDeadline(terms, deadline, () => nextStep(steps));
        if ('signal' in step) {
          ending = step.signal;
          continue;
        }
        // The clock stops while the reader works, because only the provider's silence counts.
        deadline.pause();
        if ('end' in step.value) {
          end(null);
          return yield clean({ type: 'end', ...step.value.end });
        }
        const text = reply.take(step.value.text);
        if (text) {
          isLast = true;
          yield { type: 'chunk', text };
        }
        if (reply.isFull()) {
          request.report.usage = null;
          end(null);
          return yield clean({ type: 'end', ...request.report, isCut: true });
        }
        deadline.restart();
      }
      if (request.ending && isAccident(ending)) {
        end(null);
        return yield clean({ type: 'end', ...request.report, ...request.ending });
      }
      const failure = end(ending);
      if (!isLast && leavesOut(terms, request, ending)) continue;
      if (isLast || !(await mayRetry(terms, deadline, failure))) {
        const last = deadline.cancelled() ? cancelled(terms) : failure;
        return yield { type: 'failed', failure: last };
      }
      isLast = true;
    }
  } finally {
    // The reader stopped before the end.
    end?.({ kind: 'cancelled' });
    deadline.close();
  }
}

async function nextStep(
  steps: AsyncGenerator<StreamStep>,
): Promise<Result<Exclude<StreamStep, { signal: FailureSignal }>>> {
  const next = await steps.next();
  if (next.done) return { signal: { kind: 'broken', how: 'unfinished' } };
  return 'signal' in next.value ? next.value : { value: next.value };
}

function openRequest(terms: CallTerms, deadline: Deadline): Request {
  const report = { usage: null, answeredBy: null, retiresAt: null, thoughtTokens: 0 };
  const { signal } = deadline;
  const { memory, modelId, optional = [] } = terms;
  const sent = modelId === null ? [] : memory.without(modelId, optional);
  const fit = <T extends object>(body: T): T => {
    const entries = Object.entries(body).filter(([name]) => takes(terms, name));
    return Object.fromEntries(entries) as T;
  };
  const request = Object.assign(openLine(deadline.heard), {
    signal,
    report,
    sent,
    fit,
    ending: null as Request['ending'],
    endWith(ending: Request['ending']) {
      request.ending = ending;
      if (ending) deadline.shorten(usageWaitMs);
    },
  });
  return request;
}

const takes = ({ memory, modelId }: CallTerms, name: string): boolean =>
  modelId === null || memory.without(modelId, [name]).length > 0;

/** Whether the end of a stream says nothing about its text, unlike a refusal. */
function isAccident(signal: FailureSignal): boolean {
  if (signal.kind === 'empty') return signal.reason === null;
  return signal.kind === 'broken' || signal.kind === 'error';
}

/** The failure of a call to a model whose provider has no capacity for it now: it is not sent. */
function findRest({ memory, modelId }: CallTerms): FailureSignal | null {
  const retryAfterMs = modelId === null ? null : memory.restMs(modelId);
  if (retryAfterMs === null) return null;
  const message = 'The model rests until its provider has capacity again.';
  return { kind: 'error', status: 429, code: 'resting', type: null, message, retryAfterMs };
}

/** Whether the model refused an optional parameter, which the next request is without. */
function leavesOut(
  { memory, modelId }: CallTerms,
  { sent }: Request,
  signal: FailureSignal,
): boolean {
  if (modelId === null) return false;
  const parameter = findRefusedParameter(signal, sent);
  if (parameter !== null) memory.leaveOut(modelId, parameter);
  return parameter !== null;
}

/** Returns the function that ends the attempt; only its first call counts. */
function startAttempt(terms: CallTerms, request: Request) {
  const startedMs = performance.now();
  let hasEnded = false;
  function end(signal: null): null;
  function end(signal: FailureSignal): ProviderFailure;
  function end(signal: FailureSignal | null): ProviderFailure | null {
    const failure = signal && toFailure(terms, timed(signal, request));
    if (failure) failure.usage ??= request.report.usage;
    if (!hasEnded) {
      hasEnded = true;
      const usage = failure ? failure.usage : toPlausible(request.report.usage);
      const durationMs = Math.round(performance.now() - startedMs);
      const { memory, modelId } = terms;
      const refusedParameter = signal && findRefusedParameter(signal, request.sent);
      if (failure && modelId !== null) memory.rest(modelId, failure);
      terms.onAttempt?.(clean({ ...request.report, usage, durationMs, failure, refusedParameter }));
    }
    return failure;
  }
  return end;
}

/** A result has output, so a report without any is treated as missing. */
const toPlausible = (usage: Usage | null): Usage | null => (usage?.outputTokens ? usage : null);

/** An error with the time of its Retry-After header, if its body names none. */
function timed(signal: FailureSignal, { retryAfterMs }: Request): FailureSignal {
  if (signal.kind !== 'error') return signal;
  return { ...signal, retryAfterMs: signal.retryAfterMs ?? retryAfterMs };
}

/** Resolves to the attempt's result, or to a timeout, or to the user's cancel. */
async function withinDeadline<T>(
  terms: CallTerms,
  deadline: Deadline,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    const result = await work();
    if ('value' in result) return result;
    // Some SDKs end their loop without an error when aborted: the deadline decides.
    return { signal: deadline.signalSeen() ?? result.signal };
  } catch (error) {
    return { signal: deadline.signalSeen() ?? terms.explain(error) };
  }
}

/** Waits as long as the provider asks. Returns false if no second attempt may follow. */
async function mayRetry(
  terms: CallTerms,
  deadline: Deadline,
  failure: ProviderFailure,
): Promise<boolean> {
  if (deadline.signalSeen() || terms.retries === 'never') return false;
  if (failure.category !== 'server' && failure.category !== 'rate_limit') return false;
  if (terms.retries === 'unmade' && !isUnmade(failure)) return false;
  const delayMs = failure.retryAfterMs ?? retryAfterDefaultMs;
  if (delayMs > retryAfterMaxMs) return false;
  try {
    await wait(delayMs, undefined, { signal: deadline.signal });
    return true;
  } catch {
    return false;
  }
}

/** Whether the provider cannot have begun: it was not reached, or it refused the request. */
function isUnmade(failure: ProviderFailure): boolean {
  const { status, retryAfterMs } = failure;
  return status === 429 || (status === 503 && retryAfterMs !== null) || isUnreached(failure);
}

function cancelled(terms: CallTerms): ProviderFailure {
  return toFailure(terms, { kind: 'cancelled' });
}
