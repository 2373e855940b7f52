/**
 * `GET /api/events`: server-sent events that carry ids only. On an event the client reads that object
 * again; on `ready`, the first event of a connection, it reads everything again.
 */
import { z } from 'zod';

export const LiveEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready'), id: z.literal('') }),
  z.object({ event: z.literal('generation'), id: z.string() }),
  z.object({ event: z.literal('conversation'), id: z.string() }),
  z.object({ event: z.literal('wallet'), id: z.string() }),
  // The gateway's id of an order.
  z.object({ event: z.literal('top-up'), id: z.string() }),
  // A newer stream replaces this stream, which ends.
  z.object({ event: z.literal('replaced'), id: z.literal('') }),
  // This process is stopping. The client connects again to another process.
  z.object({ event: z.literal('reconnect'), id: z.literal('') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;
