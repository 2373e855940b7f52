/** The events that wait for a slow client: each at most once, and never more than a few. */
import type { LiveEvent, Subject } from '@sachet/shared/contracts/live';
import type { EventStream } from '../http/event-stream.ts';

/** More waiting events than this are replaced by one `ready`, after which the client reads everything. */
const mostWaiting = 200;

/** The pause between two announcements of a subject, whose rows may change many times a second. */
const restMs = 1_000;

export interface Outbox {
  send(event: LiveEvent): void;
  /** Announces the subject now, or at the end of its pause. */
  announce(subject: Subject): void;
  close(): void;
}

export function createOutbox(stream: EventStream): Outbox {
  const waiting = new Map<string, LiveEvent>();
  let isSending = false;
  const resting = new Map<Subject, NodeJS.Timeout>();
  const changedAgain = new Set<Subject>();

  async function sendWaiting(): Promise<void> {
    isSending = true;
    for (const [key, { event, id }] of waiting) {
      waiting.delete(key);
      await stream.send(event, { id });
    }
    isSending = false;
  }

  function send(event: LiveEvent): void {
    const isFull = waiting.size >= mostWaiting;
    if (isFull) waiting.clear();
    const next: LiveEvent = isFull ? { event: 'ready', id: '' } : event;
    waiting.set(`${next.event} ${next.id}`, next);
    if (!isSending) void sendWaiting();
  }

  function announce(subject: Subject): void {
    if (resting.has(subject)) {
      changedAgain.add(subject);
      return;
    }
    send({ event: 'changed', id: subject });
    const end = () => {
      resting.delete(subject);
      if (changedAgain.delete(subject)) announce(subject);
    };
    resting.set(subject, setTimeout(end, restMs));
  }

  return {
    send,
    announce,
    close() {
      for (const timer of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}
