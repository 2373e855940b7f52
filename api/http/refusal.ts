/** A refused request; `answerWithError` turns it into the response. */
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { isDatabaseAway } from '@sachet/db/connect';
import { WrongState } from '@sachet/db/wrong-state';
import { statusByCode, type ApiError, type ErrorCode } from '@sachet/shared/contracts/error';
import { StoreUnreachable } from '@sachet/adapters/images/objects';
import { StoreUnwritable } from '@sachet/adapters/images/store-state';
import { AccountEnded } from '@sachet/db/people/open-account';
import type { Profile } from '@sachet/db/people/profiles';
import type { RefusalCode } from '@sachet/shared/ledger/command';
import type { Operation } from '@sachet/shared/operations/operation';
import { operations } from '@sachet/shared/operations/operations';
import { getRefusals } from '@sachet/shared/operations/refusals';

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** Seconds after which trying again may help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { field?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.field = details.field;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The refusal of a purchase that the ledger refused. */
export function toPurchaseRefusal(refusal: RefusalCode, profile: Profile): Refusal {
  const owner = profile.account_type === 'organization' ? 'organization' : 'user';
  // Verifying does not help if the bonus is locked for another user, or for the second account of a person
  // who already had a bonus.
  const isUnverified = profile.phone_number === null && !profile.email_verified;
  const canVerify = profile.locked_for === profile.uid && isUnverified;
  const isShort = refusal === 'unverified_funds' && !canVerify;
  return toSpendingRefusal(isShort ? 'insufficient_funds' : refusal, owner);
}

/** The ledger's refusals that the user can resolve. */
export function toSpendingRefusal(refusal: RefusalCode, owner: 'user' | 'organization'): Refusal {
  switch (refusal) {
    case 'insufficient_funds':
      return new Refusal(
        'insufficient_funds',
        owner === 'organization'
          ? 'organization wallet has insufficient funds'
          : 'wallet has insufficient funds',
      );
    case 'unverified_funds':
      return new Refusal(
        'allowance_used_up',
        'Today’s limit for unverified accounts is reached. Verify your email to spend your bonus now.',
      );
    case 'budget_exceeded':
      return new Refusal('budget_exceeded', 'budget exceeded');
    case 'idempotency_conflict':
      return keyConflict();
    case 'ledger_busy':
      return new Refusal('unavailable', 'We’re very busy right now. Try again in a moment.', {
        retryAfterSeconds: 1,
      });
    default:
      throw new Error(`the ledger refused: ${refusal}`);
  }
}

export const accountDisabled = () => new Refusal('account_disabled', 'This account is disabled.');

export const emailUnverified = () =>
  new Refusal('email_unverified', 'Please verify your email to continue using paid features.');

export const keyConflict = () =>
  new Refusal(
    'idempotency_conflict',
    'This Idempotency-Key was already used for a different request.',
  );

export const promptRefused = () =>
  new Refusal(
    'prompt_refused',
    'This isn’t allowed here. Remove anything violent, sexual or hateful, and try again.',
  );

export const noModel = () =>
  new Refusal('unavailable', 'This provider has no suitable model right now. Try another one.');

/**
 * Returns the value that was looked up. Throws `not_found` if it is missing; `name` is what the caller
 * requested.
 */
export function found<T>(row: T | null | undefined, name: string): T {
  if (row === null || row === undefined) throw noSuch(name);
  return row;
}

export const noSuch = (name: string) =>
  new Refusal('not_found', `${name.slice(0, 1).toUpperCase()}${name.slice(1)} not found.`);

export const noSuchGeneration = () => noSuch('generation');

const unavailable = new Refusal('unavailable', 'Part of Sachet is down. Try again in a moment.', {
  retryAfterSeconds: 2,
});

const unstorable = new Refusal(
  'unavailable',
  "Pictures can't be saved right now. Nothing was charged. Try again in a few minutes.",
  { retryAfterSeconds: 60 },
);

const unreadable = new Refusal(
  'unavailable',
  "Pictures can't be loaded right now. They are safe and nothing was charged. Try again in a few minutes.",
  { retryAfterSeconds: 30 },
);

/** body-parser's and Express's own failures, by their `type` or status. */
function toHttpRefusal(error: { type?: string; status?: number }): Refusal | null {
  if (error.type === 'entity.parse.failed') {
    return new Refusal('invalid', 'The request body isn’t valid JSON.');
  }
  if (error.status === 413) return new Refusal('payload_too_large', 'The request is too large.');
  if (error.status === 415) {
    return new Refusal('unsupported_media_type', 'This content encoding isn’t supported.');
  }
  if (error.status === 400) return new Refusal('invalid', 'The request couldn’t be read.');
  return null;
}

function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof AccountEnded) return accountDisabled();
  // Before the database: what they were caused by may look the same.
  if (error instanceof StoreUnwritable) return unstorable;
  if (error instanceof StoreUnreachable) return unreadable;
  // Before the database, whose code the error of a sender who disconnected has too.
  const httpRefusal = toHttpRefusal((error ?? {}) as { type?: string; status?: number });
  if (httpRefusal) return httpRefusal;
  if (isDatabaseAway(error)) return unavailable;
  if (error instanceof WrongState) return new Refusal('wrong_state', error.message);
  return null;
}

/** The rest of a body up to this size is read and discarded. */
const unreadBytesMax = 64 * 1024;
/** After a refusal, the connection stays open this long, so that a caller who is still sending can read it. */
const lingerMs = 1_000;

/** Whether the caller sends more than we discard. */
function isStillSending(request: Request): boolean {
  if (request.complete) return false;
  if (request.get('Transfer-Encoding') !== undefined) return true;
  return Number(request.get('Content-Length') ?? 0) > unreadBytesMax;
}

/** Sends a refusal. Nothing more of a large body is read. */
export function sendRefusal(request: Request, response: Response, refusal: Refusal): void {
  if (response.destroyed) return;
  const { code, message, field, retryAfterSeconds } = refusal;
  if (retryAfterSeconds) response.set('Retry-After', String(retryAfterSeconds));
  const body: ApiError = { error: message, code, ...(field ? { field } : {}) };
  response.status(statusByCode[code]);
  if (!isStillSending(request)) {
    request.resume();
    return void response.json(body);
  }
  // If the connection ended immediately, it would be reset before the caller has read the answer.
  const text = JSON.stringify(body);
  response.set('Connection', 'close').type('json');
  response.set('Content-Length', String(Buffer.byteLength(text))).write(text);
  setTimeout(() => response.end(), lingerMs).unref();
}

/**
 * Whether the operation of the request declares the code. The client's tests use only declared refusals, so
 * an undeclared one has no test.
 */
function isDeclared(request: Request, code: ErrorCode): boolean {
  const { path = '' }: { path?: string } = request.route ?? {};
  const { [`${request.method} ${path}`]: operation }: Record<string, Operation | undefined> =
    operations;
  return !operation || getRefusals(operation).has(code);
}

/** With `isStrict`, as in every test, an undeclared refusal is an internal error. */
export function answerWithError(log: Logger, { isStrict = false } = {}): ErrorRequestHandler {
  return (error, request, response, next) => {
    // The sender of an aborted body has already been answered.
    if (response.headersSent && !request.complete) return;
    if (response.headersSent) return next(error);
    const refusal = toRefusal(error);
    if (!refusal) log.error({ err: error, path: request.path }, 'a request failed');
    if (refusal === unavailable) {
      log.warn({ reason: (error as Error).message, path: request.path }, 'database unreachable');
    }
    if (refusal === unstorable) {
      log.error({ err: error, path: request.path }, 'failed to store a picture');
    }
    if (refusal === unreadable) {
      log.error({ err: error, path: request.path }, 'failed to read a stored picture');
    }
    const isKnown = !refusal || isDeclared(request, refusal.code);
    if (!isKnown) log.error({ err: error, path: request.path }, 'the refusal is not declared');
    const said =
      refusal && (isKnown || !isStrict)
        ? refusal
        : new Refusal('internal', 'Something went wrong on our side. Try again.');
    sendRefusal(request, response, said);
  };
}
