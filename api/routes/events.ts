import { LiveEvent } from '@sachet/shared/contracts/live';
import { profileOf } from '../caller.ts';
import { openEventStream } from '../event-stream.ts';
import { route } from '../route.ts';

/** Ids only: a client reads again what it hears of, and everything after `ready`. */
export const getEvents = route({
  method: 'get',
  path: '/api/events',
  access: 'signed-in',
  summary:
    'Server-sent events: `ready`, `generation`, `conversation`, `top-up` and `wallet`, each with an id.',
  answers: { 200: null },
  async handle({ parts, caller, response }) {
    let { wallet_id: walletId } = await profileOf(parts, caller);
    const stream = openEventStream(response);
    const send = ({ event, id }: LiveEvent) => void stream.send(event, { id });
    const unsubscribe = parts.live.subscribe((notice) => {
      if (notice === 'missed') send({ event: 'ready', id: '' });
      else if (notice.event === 'moved') {
        if (notice.uid !== caller.uid) return;
        ({ walletId } = notice);
        send({ event: 'ready', id: '' });
      } else if ('uid' in notice) {
        if (notice.uid === caller.uid) send({ event: notice.event, id: notice.id });
      } else if (notice.event === 'wallet' && notice.ids.includes(walletId)) {
        send({ event: 'wallet', id: walletId });
      }
    });
    // A stream must not outlive the permission it was opened with; the client comes back with a new token.
    const expiry = setTimeout(() => response.end(), caller.expiresAtMs - Date.now());
    const leave = () => {
      clearTimeout(expiry);
      unsubscribe();
    };
    if (stream.isClosed) leave();
    else stream.closed.addEventListener('abort', leave, { once: true });
    send({ event: 'ready', id: '' });
  },
});
