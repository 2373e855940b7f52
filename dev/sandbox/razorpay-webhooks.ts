/** Delivers webhooks at least once: signed over the raw body, retried until the answer is a 2xx. */
import { randomUUID } from 'node:crypto';
import type { Markers } from './razorpay-markers.ts';
import { sign } from './razorpay-wire.ts';

export type Occurrence = { event: string; payload: Record<string, { entity: object }> };

/** `status` is the status of the last answer; null before the first. */
export type Delivery = {
  eventId: string;
  /** The order's id, or the settlement's. */
  subject: string;
  event: string;
  attempts: number;
  status: number | null;
  delivered: boolean;
};

type Outgoing = Delivery & { body: string };

const answerWithinMs = 5_000;
/** The pause doubles from a second; the last repeat comes after some 18 hours. */
const maxRetries = 16;
const maxRemembered = 5_000;

export type Webhooks = {
  /**
   * Sends the events of one step in order, with the current state. First attempts about one subject (an
   * order's id) keep their order, unless a marker changes it.
   */
  send(subject: string, markers: Markers['webhook'], occurrences: Occurrence[]): void;
  /** Null stops further deliveries. */
  sendTo(url: string | null): void;
  /** The latest deliveries, oldest first. */
  deliveries(): Delivery[];
  close(): void;
};

export function createWebhooks(options: {
  accountId: string;
  secret: string;
  firstRetryMs: number;
  now(): number;
  later(milliseconds: number, action: () => void): void;
}): Webhooks {
  const remembered: Outgoing[] = [];
  const closing = new AbortController();
  /** When the last first attempt about each subject ended. */
  const ends = new Map<string, Promise<void>>();
  let target: string | null = null;

  function outgoing(subject: string, { event, payload }: Occurrence): Outgoing {
    const body = JSON.stringify({
      entity: 'event',
      account_id: options.accountId,
      event,
      contains: Object.keys(payload),
      payload,
      created_at: options.now(),
    });
    const eventId = randomUUID().replaceAll('-', '').slice(0, 14);
    return { eventId, subject, event, body, attempts: 0, status: null, delivered: false };
  }

  async function post({ body, eventId }: Outgoing, url: string): Promise<number | null> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-signature': sign(body, options.secret),
          'x-razorpay-event-id': eventId,
        },
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(answerWithinMs)]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null;
    }
  }

  async function deliver(one: Outgoing, retry = 0): Promise<void> {
    if (!target || closing.signal.aborted) return;
    one.attempts += 1;
    const status = await post(one, target);
    one.status = status;
    if (status !== null && status >= 200 && status < 300) {
      one.delivered = true;
    } else if (retry < maxRetries) {
      options.later(options.firstRetryMs * 2 ** retry, () => void deliver(one, retry + 1));
    }
  }

  async function deliverAll(batch: Outgoing[]): Promise<void> {
    for (const one of batch) await deliver(one);
  }

  function deliverInTurn(subject: string, batch: Outgoing[]): void {
    const end = (ends.get(subject) ?? Promise.resolve())
      .then(() => deliverAll(batch))
      .finally(() => {
        if (ends.get(subject) === end) ends.delete(subject);
      });
    ends.set(subject, end);
  }

  return {
    send(subject, { lateMs, twice, reorder, lost }, occurrences) {
      if (lost || !target) return;
      const batch = occurrences.map((occurrence) => outgoing(subject, occurrence));
      if (reorder) batch.reverse();
      remembered.push(...batch);
      remembered.splice(0, remembered.length - maxRemembered);
      const all = twice ? batch.flatMap((one) => [one, one]) : batch;
      if (lateMs > 0) options.later(lateMs, () => void deliverAll(all));
      else deliverInTurn(subject, all);
    },
    sendTo(url) {
      target = url;
    },
    deliveries: () => remembered.map(({ body: _body, ...delivery }) => delivery),
    close: () => closing.abort(),
  };
}
