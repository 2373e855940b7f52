import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { enqueue } from '@sachet/flows/enqueue';
import { storeWebhook } from '@sachet/db/payments/webhooks';
import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { requireGateway } from './top-up-answer.ts';

/**
 * Webhooks are stored and then answered: the gateway waits five seconds, which leaves no time for the work.
 */
export const postRazorpayWebhook = route('POST /api/razorpay-webhook', {
  countedBy: 'webhooks',
  bodyLimit: 1024 * 1024,
  async handle({ deps, request }) {
    const gateway = requireGateway(deps);
    // A request without a body has no Buffer.
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.get('x-razorpay-signature') ?? '';
    if (!gateway.isWebhookSignature(body, signature)) {
      throw new Refusal('invalid', 'The signature does not match.');
    }
    const eventId = toEventId(body);
    const gatewayEventId = getGatewayEventId(request);
    await storeWebhook(deps.db, { eventId, gatewayEventId, kind: parseKind(body), body });
    void enqueue(deps, { name: 'webhook', eventId });
    return ok({ received: true });
  },
});

/**
 * The digest of the signed body identifies the event. The header with the gateway's own id is not signed: an
 * attacker who has seen one webhook could replay it under another id, or use an id first.
 */
const toEventId = (body: Buffer): string =>
  `sha256_${createHash('sha256').update(body).digest('hex')}`;

/** The gateway's own id, for finding the event on its dashboard. */
function getGatewayEventId(request: Request): string | null {
  const given = request.get('x-razorpay-event-id') ?? '';
  return /^[\w-]{1,64}$/.test(given) ? given : null;
}

const Named = z.object({ event: z.string().regex(/^[\w.]{1,64}$/) });

function parseKind(body: Buffer): string {
  try {
    return Named.parse(JSON.parse(body.toString('utf8'))).event;
  } catch {
    return 'unreadable';
  }
}
