/**
 * A route as data: who may call it, what it accepts and what it answers. The app serves this list, the
 * OpenAPI document is made from it, and tests iterate over it.
 */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { OrganizationAdmin } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Bucket } from '../limits/rate-limits.ts';

/**
 * `anyone` needs no token, `signed-in` a valid token, and the others a token of a user with that role
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
  /**
   * Call it when the body is no longer needed: for a route with `admitBody` that continues to wait for other
   * work.
   */
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
   * The limit that its requests count against. Default: `anonymous` for anyone, `admin` for super admins,
   * `user` for the others. With `itself` the route counts them, once it knows more.
   */
  readonly countedBy?: Bucket | 'itself';
  /**
   * The number of ordinary requests of 2 ms that its work equals; 1 by default. The request counts that often
   * against the rate limit and takes that many places (`limits/places.ts`).
   */
  readonly weight?: number;
  readonly body?: Body;
  /** The most bytes of the body. */
  readonly bodyLimit?: number;
  /**
   * Default JSON. `form` is a browser's form without a script. `bytes` is signed JSON, which the route gets
   * as a Buffer in `request.body`. The route itself reads `multipart` and `csv` and has no `body` then.
   */
  readonly bodyType?: 'json' | 'form' | 'bytes' | 'multipart' | 'csv';
  /**
   * Called before a byte of the body is read: throws to refuse it, or returns a function that admits the next
   * body, for `bodyDone`.
   */
  admitBody?(given: BodyToAdmit): Promise<() => void>;
  readonly query?: Query;
  /** By status; `null` for an answer that is not JSON. */
  readonly answers: Record<number, z.ZodType | null>;
  /** Returns a reply, or writes to the response itself and returns nothing. */
  handle(given: RouteRequest<Body, Query, For>): Promise<Reply | void>;
}

export type Route = RouteDefinition<z.ZodType | undefined, z.ZodType | undefined, Access>;

/** Checks the types of one route against each other and returns it for the list. */
export function route<
  const For extends Access,
  Body extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
>(definition: RouteDefinition<Body, Query, For>): Route {
  return definition as unknown as Route;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
