/**
 * A route as data: who may call it, what it takes and what it answers. The app serves this list,
 * the OpenAPI document is made from it, and tests walk it.
 */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { OrganizationAdmin } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Bucket } from '../limits/rate-limits.ts';

/**
 * `anyone` needs no token; `signed-in` a valid one; the others, the token of somebody who is that
 * (`identity/access.ts`).
 */
export type Access = 'anyone' | 'signed-in' | 'organization-admin' | 'finance' | 'super-admin';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface RouteRequest<Body, Query, For extends Access> {
  readonly deps: Dependencies;
  readonly body: Read<Body>;
  readonly query: Read<Query>;
  readonly caller: For extends 'anyone' ? null : Caller;
  readonly admin: For extends 'organization-admin' ? OrganizationAdmin : null;
  readonly request: Request;
  readonly response: Response;
  /** The body is no longer needed: for a route with `admitBody` that has more to wait for. */
  readonly bodyDone: () => void;
}

export interface BodyToAdmit {
  readonly deps: Dependencies;
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

export interface RouteDefinition<Body, Query, For extends Access> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly access: For;
  readonly summary: string;
  /**
   * What its requests count against: unless told, `anonymous` for anyone, `admin` for super admins,
   * `user` for the others. `itself` is a route that counts them, once it knows more.
   */
  readonly countedBy?: Bucket | 'itself';
  /**
   * The number of ordinary requests of 2 ms that its work equals; 1 unless set. The request counts that
   * often against the rate limit and takes that many places (`limits/places.ts`).
   */
  readonly weight?: number;
  readonly body?: Body;
  /** Bytes of the body, at most. */
  readonly bodyLimit?: number;
  /**
   * JSON unless told: `form` for what a browser sends without a script, `bytes` for JSON whose every
   * byte is signed, which comes to the route as a Buffer in `request.body`; `multipart` is read by
   * the route itself, which then has no `body`; so is `csv`.
   */
  readonly bodyType?: 'json' | 'form' | 'bytes' | 'multipart' | 'csv';
  /**
   * Asked before a byte of the body is read: throws to refuse it, and returns what lets the next
   * one in, for `bodyDone`.
   */
  admitBody?(given: BodyToAdmit): Promise<() => void>;
  readonly query?: Query;
  /** By status; `null` for an answer that is not JSON. */
  readonly answers: Record<number, z.ZodType | null>;
  /** Answers with a reply, or writes to the response itself and returns nothing. */
  handle(given: RouteRequest<Body, Query, For>): Promise<Reply | void>;
}

export type Route = RouteDefinition<z.ZodType | undefined, z.ZodType | undefined, Access>;

/** Ties the types of one route together, then lets it join the list. */
export function route<
  const For extends Access,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>(definition: RouteDefinition<Body, Query, For>): Route {
  return definition as unknown as Route;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
