import type { z } from 'zod';
import type { Answer, ContractName } from './answers';
import { ApiFailure } from './failure';

type TokenSource = () => Promise<string | null>;

/** Set by `auth/session` after sign-in, so that this file does not depend on Firebase. */
let getToken: TokenSource = async () => null;

export function setTokenSource(source: TokenSource): void {
  getToken = source;
}

export async function authorization(): Promise<Record<string, string>> {
  const token = await getToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  /** The same key for every retry of one press. */
  idempotencyKey?: string;
};

/** Builds the options for `fetch`, with the token of the signed-in user. */
export async function toRequest({
  method = 'GET',
  body,
  headers,
  idempotencyKey,
}: Call): Promise<RequestInit> {
  return {
    method,
    headers: {
      ...(await authorization()),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Calls the API and parses the answer with its contract. Throws only `ApiFailure`. */
export async function call<Name extends ContractName>(
  path: string,
  answerName: Name,
  options: Call = {},
): Promise<Answer<Name>> {
  const { status, json, parseAnswer } = await send(path, options);
  return parseAnswer(answerName, status, json);
}

/** Like `call`, with a contract from the page's own chunk instead of the shared one. */
export async function callWith<T>(
  path: string,
  contract: z.ZodType<T>,
  options: Call = {},
): Promise<T> {
  const { status, json, parseWith } = await send(path, options);
  return parseWith(contract, path, status, json);
}

/** A read without an answer after this time counts as a lost connection. */
const readWithinMs = 30_000;

async function send(path: string, options: Call) {
  const beganAtMs = performance.now();
  const [answer, { toFailure, parseAnswer, parseWith }] = await orOffline(
    Promise.all([ask(path, options), import('./answers')]),
  );
  const json: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw toFailure(answer.status, json);
  if (options.method && options.method !== 'GET') reportSuccess(beganAtMs);
  return { status: answer.status, json, parseAnswer, parseWith };
}

/** A write has no timeout: only the answer shows whether it was done. */
async function ask(path: string, options: Call): Promise<Response> {
  const request = await toRequest(options);
  const signal = request.method === 'GET' ? AbortSignal.timeout(readWithinMs) : undefined;
  return fetch(path, { ...request, signal });
}

/** Throws a failure with status 0 if no answer came or the connection broke. */
export async function orOffline<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw new ApiFailure({ message: String(thrown), status: 0 });
  }
}

/** Listeners for actions that succeeded: a page may have to hide an earlier error. */
type Listener = (beganAtMs: number) => void;

const listeners = new Set<Listener>();

/** Returns a function that removes the listener. */
export function onActionSucceeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `beganAtMs` is the `performance.now()` at which the action was sent. */
export function reportSuccess(beganAtMs: number): void {
  for (const listener of listeners) listener(beganAtMs);
}
