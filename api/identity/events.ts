import type { LiveEvent } from '@sachet/shared/contracts/live';
import { requireProfile } from './caller.ts';
import { openEventStream } from '../http/event-stream.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';

/**
 * Events contain only ids. A client reads the row that an event names again, and reads everything again after
 * `ready`.
 */
export const getEvents = route('GET /api/events', {
  async handle({ deps, caller, response }) {
    deps.streams.expectRoom();
    await requireProfile(deps, caller);
    const stream = openEventStream(response);
    const send = ({ event, id }: LiveEvent) => void stream.send(event, { id });
    let walletId: string | null = null;
    // One after another, so that the last reading begins after the last notification.
    let reading = Promise.resolve();
    /** Ends the stream if the user's access has ended. */
    async function readWallet(): Promise<void> {
      try {
        ({ wallet_id: walletId } = await requireProfile(deps, caller));
        send({ event: 'ready', id: '' });
      } catch (error) {
        if (!(error instanceof Refusal)) deps.log.warn({ err: error }, 'a stream was ended');
        stream.end();
      }
    }
    const readAgain = () => void (reading = reading.then(readWallet));
    const unsubscribe = deps.live.subscribe((notification) => {
      if (notification === 'missed') return readAgain();
      switch (notification.event) {
        case 'wallet':
          if (walletId !== null && notification.ids.includes(walletId)) {
            send({ event: 'wallet', id: walletId });
          }
          return;
        case 'moved':
          if (notification.uid === caller.uid) readAgain();
          return;
        case 'generation':
        case 'conversation':
        case 'top-up':
          if (notification.uid === caller.uid)
            send({ event: notification.event, id: notification.id });
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
      replaced: () => send({ event: 'replaced', id: '' }),
    });
    // A stream must not outlive its token; the client reconnects with a new one.
    const expiry = setTimeout(() => stream.end(), caller.expiresAtMs - Date.now());
    const leave = () => {
      clearTimeout(expiry);
      unsubscribe();
    };
    if (stream.isClosed) leave();
    else stream.closed.addEventListener('abort', leave, { once: true });
    // Changes since the profile was read were not notified to this stream.
    readAgain();
  },
});
