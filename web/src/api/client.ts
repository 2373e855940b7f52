import type { z } from 'zod';
import type { Answer, ContractName } from './answers';
import { ApiFailure } from './failure';

type TokenSource = () => Promise<string | null>;

/** Set by `auth/session` once somebody has signed in; this file knows nothing of Firebase. */
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
  /** The same for the same press of a button, however often it is sent. */
  idempotencyKey?: string;
};

/** What `fetch` takes, with the token of whoever is signed in. */
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

/** Calls the API and parses the answer with its contract. Throws `ApiFailure` and nothing else. */
export async function call<Name extends ContractName>(
  path: string,
  answerName: Name,
  options: Call = {},
): Promise<Answer<Name>> {
  const { status, json, parseAnswer } = await send(path, options);
  return parseAnswer(answerName, status, json);
}

/**
 * As `call`, with a contract that comes with the page that asks, and not with everybody's first
 * answer.
 */
export async function callWith<T>(
  path: string,
  contract: z.ZodType<T>,
  options: Call = {},
): Promise<T> {
  const { status, json, parseWith } = await send(path, options);
  return parseWith(contract, path, status, json);
}

/** What is read comes within this, or the connection is as good as gone. */
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

/** What is written is waited for as long as it takes: whether it was done is not known before. */
async function ask(path: string, options: Call): Promise<Response> {
  const request = await toRequest(options);
  const signal = request.method === 'GET' ? AbortSignal.timeout(readWithinMs) : undefined;
  return fetch(path, { ...request, signal });
}

/** Without an answer, or with one that is cut off. */
export async function orOffline<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw new ApiFailure({ message: String(thrown), status: 0 });
  }
}

/** Which actions have succeeded: their place in the page may have to forget an earlier error. */
type Listener = (beganAtMs: number) => void;

const listeners = new Set<Listener>();

/** Returns the end of listening. */
export function onActionSucceeded(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `beganAtMs` is `performance.now()` of when the action was sent. */
export function reportSuccess(beganAtMs: number): void {
  for (const listener of listeners) listener(beganAtMs);
}
