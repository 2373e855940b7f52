import './zod-without-eval';
import { ChatEvent, type ChatRequest } from '@sachet/shared/contracts/chat';
import type { z } from 'zod';
import { toUrl } from '../url';
import { readData, readEventStream } from './event-stream';

/** `ask` sends a message; the same one again, with its key, reads on. `read` reads a known reply. */
export type ReplySource =
  | { kind: 'ask'; order: z.input<typeof ChatRequest>; idempotencyKey: string }
  | { kind: 'read'; turnId: string };

/**
 * One connection to a reply, from `after` characters on, until the server ends it. `at` is how many
 * characters were sent with this chunk and before it. Throws as `readEventStream`.
 */
export async function readReply(
  source: ReplySource,
  given: {
    after: number;
    signal: AbortSignal;
    onEvent: (event: ChatEvent, at: number | null) => void;
  },
): Promise<void> {
  const { after, signal } = given;
  const onEvent = (sent: { event: string; data: string; id?: string }) => {
    const parsed = ChatEvent.safeParse({ event: sent.event, data: readData(sent.data) });
    const at = Number(sent.id);
    if (parsed.success) given.onEvent(parsed.data, sent.id && at >= 0 ? at : null);
  };
  if (source.kind === 'read') {
    await readEventStream(toUrl('/api/chat', { turn: source.turnId }), {
      headers: { 'Last-Event-ID': String(after) },
      signal,
      onEvent,
    });
    return;
  }
  await readEventStream('/api/chat', {
    method: 'POST',
    body: source.order,
    idempotencyKey: source.idempotencyKey,
    headers: after > 0 ? { 'Last-Event-ID': String(after) } : undefined,
    signal,
    onEvent,
  });
}
