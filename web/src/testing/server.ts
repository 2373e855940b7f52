/**
 * Replaces the API. All requests and answers are checked against the table of operations, so that a test
 * cannot use any that the real API would refuse or never send. A request without a prepared answer fails the
 * test.
 */
import type { ClientConfig } from '@sachet/shared/contracts/config';
import { ApiError, statusByCode, type ErrorCode } from '@sachet/shared/contracts/error';
import type { LiveEvent } from '@sachet/shared/contracts/live';
import type { Operation } from '@sachet/shared/operations/operation';
import {
  operations,
  type AnswersOf,
  type OperationName,
} from '@sachet/shared/operations/operations';
import { getRefusals } from '@sachet/shared/operations/refusals';
import { expect, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { eventStreamType, openEventStream, type EventStream } from './event-stream';
import { findUnrecorded, getSuccess } from './examples';
import { isAuthPath, serveAuth } from './firebase';

export interface Sent {
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export type Handler = (sent: Sent) => Response | Promise<Response>;

export const clientConfig: ClientConfig = {
  firebase: {
    projectId: 'demo-sachet-test',
    apiKey: 'key',
    emulatorUrl: 'http://firebase.sachet.test',
  },
  razorpay: { keyId: 'rzp_test_key', scriptUrl: 'https://checkout.razorpay.test/checkout.js' },
  languages: ['en', 'hi', 'hg'],
  providers: ['google', 'openai'],
  rateCardVersion: '1',
  rulesNoticeDays: 85,
  signupBonus: 250,
  standIns: true,
  analytics: null,
  company: {
    name: 'Sachet Studio Private Limited',
    registrationId: 'U72900MH2026PTC000000',
    taxId: '27AAAAA0000A1Z5',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    supportEmail: 'help@sachet.test',
  },
};

const handlers = new Map<string, Handler>();
const sentSoFar = new Map<string, Sent[]>();
let newestListener: EventStream | null = null;
/** Used to abort all reads at the end of each test. */
let reads = new AbortController();
/** Faults of requests or answers. Any of them fails the test. */
export const serverFaults: string[] = [];

export function resetServer(): void {
  handlers.clear();
  answer('GET /api/config', clientConfig);
  answer('GET /api/geo', { countryCode: 'IN' });
  answer('GET /api/versions', { versions: [] });
  answer('GET /api/organization/usage', { members: [] });
  answer('GET /api/brand', { kit: null, organizationName: null, mayEdit: true });
  // By default, the stream of live events is open and sends nothing.
  newestListener = null;
  respond('GET /api/events', () => {
    const { response, stream } = openEventStream();
    newestListener = stream;
    return response;
  });
  sentSoFar.clear();
  serverFaults.length = 0;
}

/** Aborts reads that are in flight. Otherwise, SWR would pass their answers to the next test. */
export async function endReads(): Promise<void> {
  reads.abort(new TypeError('The test has ended'));
  reads = new AbortController();
  await new Promise((resolve) => setTimeout(resolve));
}

type Json<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/**
 * The answers that the API may send, before the client parses them; `never` for an answer that is not JSON.
 */
type Answers = {
  [Name in OperationName]: Json<AnswersOf<Name>[keyof AnswersOf<Name> & (200 | 201 | 202)]>;
};
type OtherOperation = {
  [Name in OperationName]: [Answers[Name]] extends [never] ? Name : never;
}[OperationName];

/** Prepares an answer. It is used until the test ends or prepares another one for the operation. */
export function answer<Name extends OperationName>(
  name: Name,
  given: Answers[Name] | ((sent: Sent) => Answers[Name]),
): void {
  const toBody = typeof given === 'function' ? (given as (sent: Sent) => Answers[Name]) : null;
  if (!toBody) toJson(name, given);
  handlers.set(name, (sent) => toJson(name, toBody ? toBody(sent) : given));
}

/** Prepares a success for an operation whose answer has no body. */
export function allow(name: OtherOperation): void {
  respond(name, () => new Response(null, { status: getSuccess(name).status }));
}

/** Prepares a handler, for an operation that streams or whose answer changes. */
export function respond(name: OperationName, handler: Handler): void {
  handlers.set(name, handler);
}

/** Waits until the client listens, then sends a live event. */
export async function announce({ event, id }: LiveEvent): Promise<void> {
  await expect.poll(() => newestListener).not.toBeNull();
  newestListener?.send(event, { id });
}

/**
 * Breaks the stream of live events. The returned function restores it, as if the user had returned to the
 * tab.
 */
export async function dropListener(): Promise<{ comeBack: () => void }> {
  await expect.poll(() => newestListener).not.toBeNull();
  const broken = newestListener;
  broken?.breakOff();
  return {
    comeBack() {
      respond('GET /api/events', () => {
        const { response, stream } = openEventStream();
        newestListener = stream;
        stream.send('ready', { id: '' });
        return response;
      });
      window.dispatchEvent(new Event('online'));
    },
  };
}

/** Prepares a file as the answer. */
export function answerFile(name: OtherOperation, file: { name: string; text: string }): void {
  const headers = { 'Content-Disposition': `attachment; filename="${file.name}"` };
  respond(name, () => new Response(file.text, { headers }));
}

/** Prepares a refusal that the operation declares. */
export function refuse(name: OperationName, code: ErrorCode, field?: string): void {
  if (!getRefusals(operations[name]).has(code)) throw new Error(`${name} never refuses: ${code}`);
  const body = ApiError.parse({ error: `Refused: ${code}`, code, field });
  handlers.set(name, () => Response.json(body, { status: statusByCode[code] }));
}

/** Prepares an error with a code that this client does not know, as from a newer server or a proxy. */
export function failWith(name: OperationName, status: number, body: unknown): void {
  handlers.set(name, () => Response.json(body, { status }));
}

/**
 * Delays the answer until the returned function is called. The answer that is prepared at that moment is
 * sent.
 */
export function keepBack(name: OperationName): () => void {
  const prepared = handlers.get(name);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const waiting: Handler = async (sent) => {
    await released;
    const handler = handlers.get(name);
    return (handler === waiting ? prepared : handler)?.(sent) ?? unprepared(name);
  };
  handlers.set(name, waiting);
  return release;
}

/** Makes the operation fail as if the network were lost. */
export function cutOff(name: OperationName): void {
  handlers.set(name, () => Promise.reject(new TypeError('Failed to fetch')));
}

/** Makes the browser report that it has no connection, until the end of the test. */
export function goOffline(): void {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
}

/** Returns all requests for the operation, oldest first. */
export const requestsTo = (name: OperationName): Sent[] => sentSoFar.get(name) ?? [];

export const sentKeys = (name: OperationName) =>
  requestsTo(name).map(({ headers }) => headers.get('Idempotency-Key'));

export async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname, searchParams: search } = new URL(request.url);
  if (isAuthPath(pathname)) return serveAuth(request).catch(toServerFault);
  const name = `${request.method} ${pathname}`;
  const isJson = request.headers.get('Content-Type') === 'application/json';
  const body: unknown = isJson ? await request.json() : null;
  const { [name]: operation }: Record<string, Operation | undefined> = operations;
  const parsed = operation?.body?.safeParse(body);
  for (const part of new Set(search.keys())) {
    if (operation && !(part in (operation.query?.shape ?? {}))) {
      serverFaults.push(`${name} was asked with ${part}, which the API does not know`);
    }
  }
  if (parsed?.error) serverFaults.push(`${name} sent ${parsed.error.message}`);
  const sent: Sent = { search, headers: request.headers, body };
  sentSoFar.set(name, [...(sentSoFar.get(name) ?? []), sent]);
  const handler = handlers.get(name);
  if (!handler) return unprepared(name);
  const signal =
    request.method === 'GET' ? AbortSignal.any([request.signal, reads.signal]) : request.signal;
  return orAborted(handler(sent), signal);
}

function toServerFault(thrown: unknown): never {
  serverFaults.push(String(thrown));
  throw thrown;
}

function unprepared(name: string): Response {
  serverFaults.push(`no answer is prepared for ${name}`);
  return Response.json({ error: 'Not prepared', code: 'internal' }, { status: 500 });
}

function toJson(name: OperationName, body: unknown): Response {
  const { status, contract } = getSuccess(name);
  const answer = contract?.parse(body);
  const fault = findUnrecorded(name, answer);
  if (fault) toServerFault(new Error(fault));
  return Response.json(answer, { status });
}

async function orAborted(answered: Response | Promise<Response>, signal: AbortSignal) {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  const response = await Promise.race([answered, aborted]);
  if (response.headers.get('Content-Type') !== eventStreamType) return response;
  return new Response(response.body?.pipeThrough(new TransformStream(), { signal }), response);
}
