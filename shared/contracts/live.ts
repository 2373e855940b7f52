/**
 * `GET /api/events`: server-sent events that carry ids and subjects only. On an event the client reads that
 * object, or everything about that subject, again; on `ready` it reads everything again.
 */
import { z } from 'zod';
import type { Access } from '../operations/operation.ts';

/**
 * Subjects that are announced when their rows change (`db/migrations/0009-announcements.sql`), with the access
 * that their readers need. The last two are announced to the owner of the rows only.
 */
export const audiences = {
  models: 'super-admin',
  balances: 'super-admin',
  notices: 'super-admin',
  proposals: 'super-admin',
  reports: 'super-admin',
  growth: 'super-admin',
  supplier: 'super-admin',
  exports: 'finance',
  verification: 'finance',
  payments: 'finance',
  exceptions: 'finance',
  settlements: 'finance',
  finance: 'finance',
  register: 'finance',
  // A member waits for the receipt of a payment that they made.
  documents: 'signed-in',
  organization: 'organization-admin',
} as const satisfies Record<string, Access>;

export type Subject = keyof typeof audiences;
export const Subject = z.enum(Object.keys(audiences) as [Subject, ...Subject[]]);

export const LiveEvent = z.discriminatedUnion('event', [
  // The first event of a connection. Another one follows when the user's access has changed.
  z.object({ event: z.literal('ready'), id: z.literal('') }),
  z.object({ event: z.literal('generation'), id: z.string() }),
  z.object({ event: z.literal('conversation'), id: z.string() }),
  z.object({ event: z.literal('wallet'), id: z.string() }),
  // The gateway's id of an order.
  z.object({ event: z.literal('top-up'), id: z.string() }),
  z.object({ event: z.literal('changed'), id: Subject }),
  // A newer stream replaces this stream, which ends.
  z.object({ event: z.literal('replaced'), id: z.literal('') }),
  // This process is stopping. The client connects again to another process.
  z.object({ event: z.literal('reconnect'), id: z.literal('') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;
