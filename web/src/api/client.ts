import type {
  AnswerOf,
  BodyOf,
  OperationName,
  QueryOf,
  ReadName,
} from '@sachet/shared/operations/operations';
import { toUrl, type Query } from '../browser/url';
import { ApiFailure, requireConnection } from './failure';

type TokenSource = () => Promise<string | null>;

/** `auth/session` sets this after sign-in, so that this file does not depend on Firebase. */
let getToken: TokenSource = async () => null;

export function setTokenSource(source: TokenSource): void {
  getToken = source;
}

export async function authorization(): Promise<Record<string, string>> {
  const token = await getToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** A part of a request. It is optional if none of its fields is required. */
type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : {} extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

export type Sent = {
  body?: unknown;
  headers?: Record<string, string>;
  /** Identifies one press of a button. Every retry sends the same key. */
  idempotencyKey?: string;
};

/** The contents of a request of the operation. */
type Call<Name extends OperationName> = Omit<Sent, 'body'> &
  Part<'query', QueryOf<Name>> &
  Part<'body', BodyOf<Name>>;

/** The address of an operation, which is also the cache key of its answer. */
export const toPath = <Name extends OperationName>(name: Name, query: QueryOf<Name>): string =>
  toUrl(name.slice(name.indexOf(' ') + 1), query as Query);

/** Builds the options for `fetch`, with the token of the signed-in user. */
export async function toRequest(
  name: OperationName,
  { body, headers, idempotencyKey }: Sent = {},
): Promise<RequestInit> {
  return {
    method: name.slice(0, name.indexOf(' ')),
    headers: {
      ...(await authorization()),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Calls the API and parses its answer. Every error it throws is an `ApiFailure`. */
export function api<Name extends OperationName>(
  name: Name,
  ...[call]: {} extends Call<Name> ? [call?: Call<Name>] : [call: Call<Name>]
): Promise<AnswerOf<Name>> {
  const { query = {}, ...sent } = (call ?? {}) as Sent & { query?: object };
  return callAt(name, toPath(name, query as QueryOf<Name>), sent);
}

/** Reads the answer whose cache key is `path`. Every error it throws is an `ApiFailure`. */
export const readAt = <Name extends ReadName>(name: Name, path: string): Promise<AnswerOf<Name>> =>
  callAt(name, path, {});

/** The reads in flight, with their paths. */
const reads = new Map<Promise<unknown>, string>();

/** Waits until the reads of these paths that are in flight have ended. */
export async function whenReadsEnd(isMeant: (path: string) => boolean): Promise<void> {
  const meant = [...reads].filter(([, path]) => isMeant(path)).map(([read]) => read);
  if (meant.length === 0) return;
  await Promise.allSettled(meant);
  // SWR stores the answers a few microtasks later.
  await new Promise((resolve) => setTimeout(resolve));
}

function callAt<Name extends OperationName>(
  name: Name,
  path: string,
  sent: Sent,
): Promise<AnswerOf<Name>> {
  const call = send(name, path, sent);
  if (isRead(name)) {
    reads.set(call, path);
    const forget = () => reads.delete(call);
    call.then(forget, forget);
  }
  return call;
}

async function send<Name extends OperationName>(
  name: Name,
  path: string,
  sent: Sent,
): Promise<AnswerOf<Name>> {
  const beganAtMs = performance.now();
  if (!isRead(name)) {
    requireConnection();
    // An action is not sent if its answer could not be read.
    await orOffline(loadParser(name));
  }
  const [answer, parse] = await orOffline(Promise.all([ask(name, path, sent), loadParser(name)]));
  const json: unknown = await answer.json().catch(() => null);
  if (answer.ok && !isRead(name)) reportSuccess(beganAtMs);
  return parse(answer.status, json);
}

const isRead = (name: OperationName): boolean => name.startsWith('GET ');

/** A read that takes longer counts as a lost connection. */
const readWithinMs = 30_000;

/** A write has no timeout, because only its answer shows whether it succeeded. */
async function ask(name: OperationName, path: string, sent: Sent): Promise<Response> {
  const request = await toRequest(name, sent);
  const signal = isRead(name) ? AbortSignal.timeout(readWithinMs) : undefined;
  return fetch(path, { ...request, signal });
}

type Parser<Name extends OperationName> = (status: number, body: unknown) => AnswerOf<Name>;

/**
 * Returns a parser that throws `ApiFailure` for a refusal, and for an answer that the operation does not
 * define.
 */
export async function loadParser<Name extends OperationName>(name: Name): Promise<Parser<Name>> {
  const { loadOperation, parseAnswer } = await import('./answers');
  const operation = await loadOperation(name);
  return (status, body) => parseAnswer(operation, status, body) as AnswerOf<Name>;
}

/** Throws a failure with status 0 if no answer arrived or the connection broke. */
export async function orOffline<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw new ApiFailure({ message: String(thrown), status: 0 });
  }
}

/** Called after an action succeeded, because a page may have to hide an earlier error. */
type Listener = (beganAtMs: number) => void;

const listeners = new Set<Listener>();

/** Adds a listener and returns a function that removes it. */
export function onActionSucceeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls the listeners. `beganAtMs` is the `performance.now()` at which the action was sent. */
export function reportSuccess(beganAtMs: number): void {
  for (const listener of listeners) listener(beganAtMs);
}
