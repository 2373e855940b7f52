/**
 * A route: an operation of the shared table with its handler. The app serves the list of routes, and tests
 * iterate over it.
 */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Access, Operation } from '@sachet/shared/operations/operation';
import {
  operations,
  type AnswersOf,
  type OperationName,
  type SchemaOf,
} from '@sachet/shared/operations/operations';
import type { OrganizationAdmin } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Bucket } from '../limits/rate-limits.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** A value whose JSON is a `T`. */
type Sendable<T> = T extends object ? { readonly [Key in keyof T]: Sendable<T[Key]> } : T;

/** One of the operation's answers. */
export type ReplyOf<Name extends OperationName> = {
  [Status in keyof AnswersOf<Name> & number]: {
    readonly status: Status;
    readonly body: AnswersOf<Name>[Status] extends z.ZodType
      ? Sendable<z.input<AnswersOf<Name>[Status]>>
      : undefined;
    readonly headers?: Record<string, string>;
  };
}[keyof AnswersOf<Name> & number];

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface RouteRequest<Body, Query, For extends Access, Key = string | null> {
  readonly deps: Dependencies;
  readonly body: Body;
  readonly query: Query;
  readonly caller: For extends 'anyone' ? null : Caller;
  readonly admin: For extends 'organization-admin' ? OrganizationAdmin : null;
  /** The request's `Idempotency-Key`. */
  readonly key: Key;
  /** Whether the caller wants the answer before the work is done (`Prefer: respond-async`). */
  readonly isAsync: boolean;
  readonly request: Request;
  readonly response: Response;
  /**
   * A route with `admitBody` calls this when it no longer needs the body but continues to wait for other
   * work.
   */
  readonly bodyDone: () => void;
  /**
   * Returns the caller's places for concurrent requests (`limits/places.ts`) before the response ends. A stream
   * calls this once it is open, because it counts as a stream from then on (`limits/open-streams.ts`).
   */
  readonly placesDone: () => void;
}

type KeyOf<Of> = Of extends { idempotencyKey: 'required' }
  ? string
  : Of extends { idempotencyKey: 'optional' }
    ? string | null
    : null;

type RequestOf<Name extends OperationName> = RouteRequest<
  Read<SchemaOf<Name, 'body'>>,
  Read<SchemaOf<Name, 'query'>>,
  (typeof operations)[Name]['access'],
  KeyOf<(typeof operations)[Name]>
>;

export interface BodyToAdmit {
  readonly deps: Dependencies;
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

interface Handling<Given, Answer extends Reply> {
  /**
   * The limit that its requests count against. Default: `anonymous` for anyone, `admin` for super admins,
   * `user` for the others. With `itself` the route counts them, once it knows more.
   */
  readonly countedBy?: Bucket | 'itself';
  /**
   * The number of ordinary requests of 2 ms that its work equals; 1 by default. The request counts that often
   * against the rate limit and takes that many places (`limits/places.ts`).
   */
  readonly weight?: number;
  /** The most bytes of the body. */
  readonly bodyLimit?: number;
  /**
   * Called before a byte of the body is read. Throws to refuse the body, or returns the function that
   * `bodyDone` calls to admit the next body.
   */
  admitBody?(given: BodyToAdmit): Promise<() => void>;
  /**
   * Returns a reply, or writes to the response itself and returns nothing. A body of `bytes` is a
   * Buffer in `request.body`.
   */
  handle(given: Given): Promise<Answer | void>;
}

export interface Route extends Operation, Handling<RouteRequest<unknown, unknown, Access>, Reply> {
  readonly name: OperationName;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
}

/** Serves the operation `name` of the table. */
export function route<Name extends OperationName>(
  name: Name,
  handling: Handling<RequestOf<Name>, ReplyOf<Name>>,
): Route {
  const [method, path] = name.split(' ');
  const operation: Operation = operations[name];
  return {
    name,
    method: method!.toLowerCase(),
    path,
    ...operation,
    ...handling,
  } as unknown as Route;
}

export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: Record<string, string>,
) {
  return { status, body, headers };
}

export const ok = <Body>(body: Body) => reply(200, body);
