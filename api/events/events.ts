import { openEventStream } from '../http/event-stream.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { toAdminApplicant, toApplicant } from '../limits/resources.ts';
import { readAudience, type Audience } from './audience.ts';
import { createOutbox } from './outbox.ts';

/**
 * Events contain only ids and subjects. A client reads what an event names again, and reads everything again
 * after `ready`.
 */
export const getEvents = route('GET /api/events', {
  async handle({ deps, caller, request, response, placesDone }) {
    const { profile } = await readAudience(deps, caller);
    const who = profile
      ? await toApplicant(deps, profile, request)
      : toAdminApplicant(caller, request);
    await deps.streams.enter(who, response, { isEvictable: true });
    const stream = openEventStream(response);
    placesDone();
    const outbox = createOutbox(stream);
    /** Null while it is being read: after the `ready` that follows, the client reads everything. */
    let audience: Audience | null = null;
    // One after another, so that the last reading begins after the last notification.
    let reading = Promise.resolve();
    let newest = 0;
    /** Ends the stream if the user's access has ended. */
    async function readAccess(number: number): Promise<void> {
      if (number !== newest) return;
      try {
        const latest = await readAudience(deps, caller);
        if (number !== newest) return;
        audience = latest;
        outbox.send({ event: 'ready', id: '' });
      } catch (error) {
        if (!(error instanceof Refusal)) deps.log.warn({ err: error }, 'a stream was ended');
        stream.end();
      }
    }
    function readAgain(): void {
      audience = null;
      const number = ++newest;
      reading = reading.then(() => readAccess(number));
    }
    const unsubscribe = deps.live.subscribe((notification) => {
      if (notification === 'missed') return readAgain();
      switch (notification.event) {
        case 'wallet': {
          const walletId = audience?.walletId;
          if (walletId && notification.ids.includes(walletId)) {
            outbox.send({ event: 'wallet', id: walletId });
          }
          return;
        }
        case 'changed': {
          const { subject, owner } = notification;
          if (subject === 'access') {
            if (owner === caller.uid) readAgain();
          } else if (subject !== 'orders' && audience?.hears(subject, owner)) {
            outbox.announce(subject);
          }
          return;
        }
        case 'generation':
        case 'conversation':
        case 'top-up':
          if (notification.uid === caller.uid)
            outbox.send({ event: notification.event, id: notification.id });
          return;
        case 'cancelled':
        case 'reply-wanted':
        case 'reply-text':
        case 'stream':
        case 'access-ended':
          return;
        default:
          notification satisfies never;
      }
    });
    deps.streams.keep({
      kind: 'live',
      uid: caller.uid,
      stream,
      replaced: () => void stream.send('replaced', { id: '' }),
    });
    // A stream must not outlive its token; the client reconnects with a new one.
    const expiry = setTimeout(() => stream.end(), caller.expiresAtMs - Date.now());
    const leave = () => {
      clearTimeout(expiry);
      unsubscribe();
      outbox.close();
    };
    if (stream.isClosed) leave();
    else stream.closed.addEventListener('abort', leave, { once: true });
    // Changes since the profile was read were not notified to this stream.
    readAgain();
  },
});
