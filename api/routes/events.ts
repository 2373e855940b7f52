import { LiveEvent } from '@sachet/shared/contracts/live';
import { profileOf } from '../caller.ts';
import { route } from '../route.ts';

/** Proxies close a connection that is silent for a minute. */
const heartbeatMs = 20_000;

/** Ids only: a client reads again what it hears of, and everything after `ready`. */
export const getEvents = route({
  method: 'get',
  path: '/api/events',
  access: 'signed-in',
  summary: 'Server-sent events: `ready`, `generation` and `wallet`, each with an id.',
  answers: { 200: null },
  async handle({ parts, caller, response }) {
    const profile = await profileOf(parts, caller);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const send = ({ event, id }: LiveEvent) => {
      response.write(`event: ${event}\ndata: ${JSON.stringify({ id })}\n\n`);
    };
    const unsubscribe = parts.live.subscribe((notice) => {
      if (notice === 'missed') send({ event: 'ready', id: '' });
      else if (notice.event === 'generation') {
        if (notice.uid === caller.uid) send({ event: 'generation', id: notice.id });
      } else if (notice.event === 'wallet' && notice.ids.includes(profile.wallet_id)) {
        send({ event: 'wallet', id: profile.wallet_id });
      }
    });
    const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
    // A stream must not outlive the permission it was opened with; the client comes back with a new token.
    const expiry = setTimeout(() => response.end(), caller.expiresAtMs - Date.now());
    response.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(expiry);
      unsubscribe();
    });
    send({ event: 'ready', id: '' });
  },
});
