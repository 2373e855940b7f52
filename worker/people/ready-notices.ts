/**
 * Notifies users' browsers of finished work. The database notes the work in the transaction that finishes it
 * (`note_ready`); the row is deleted once every push service has answered. After a crash in between, another
 * worker sends it again, which replaces the first notice. What cannot be delivered within a day is dropped by
 * the push service.
 */
import {
  claimReadyNotices,
  deleteReadyNotices,
  forgetSubscription,
  openPushKey,
  readSubscriptions,
  type ClaimedNotice,
  type PushKey,
  type PushSubscription,
} from '@sachet/db/people/push';
import { toReadyMessage, type ReadyMessage } from '@sachet/shared/people/push';
import webpush from 'web-push';
import type { Dependencies } from '../dependencies.ts';

const usersAtOnce = 20;
const pushTimeoutMs = 10_000;
const livesForSeconds = 24 * 60 * 60;

type Needed = Pick<Dependencies, 'db' | 'log'> & {
  /** How a push service reaches the operator: an https or mailto URL. */
  readonly pushContact: string;
};

export async function sendReadyNotices(deps: Needed): Promise<void> {
  const { db } = deps;
  const claimed = await claimReadyNotices(db, usersAtOnce);
  if (claimed.length === 0) return;
  const key = await openPushKey(db);
  const byUser = Map.groupBy(claimed, ({ uid }) => uid);
  await Promise.all(
    [...byUser].map(async ([uid, notices]) => {
      await notifyUser(deps, key, uid, notices);
      await deleteReadyNotices(
        db,
        notices.map(({ id }) => id),
      );
    }),
  );
}

async function notifyUser(
  deps: Needed,
  key: PushKey,
  uid: string,
  notices: readonly ClaimedNotice[],
): Promise<void> {
  const subscriptions = await readSubscriptions(deps.db, uid);
  await Promise.all(
    subscriptions.map(async (subscription) => {
      const message = toReadyMessage(notices, subscription.language);
      const status = await send(deps, key, subscription, message).catch((error: unknown) => {
        deps.log.warn({ err: error, host: toHost(subscription) }, 'a push service did not answer');
        return null;
      });
      if (status === 404 || status === 410) await forgetSubscription(deps.db, subscription.id);
      else if (status !== null && status >= 400) {
        deps.log.warn({ status, host: toHost(subscription) }, 'a push service refused a notice');
      }
    }),
  );
}

/** The address of a browser is secret; its service is not. */
const toHost = ({ endpoint }: PushSubscription): string => URL.parse(endpoint)?.host ?? '';

/** The status of the push service's answer. */
async function send(
  { pushContact }: Needed,
  key: PushKey,
  { endpoint, p256dh, auth }: PushSubscription,
  message: ReadyMessage,
): Promise<number> {
  // The library encrypts and signs. It sends by HTTPS only, which the stand-in does not have.
  const request = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: {
        subject: pushContact,
        publicKey: key.public_key,
        privateKey: key.private_key,
      },
      TTL: livesForSeconds,
      urgency: 'normal',
      topic: 'ready',
    },
  );
  const answer = await fetch(request.endpoint, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    body: new Uint8Array(request.body!),
    redirect: 'error',
    signal: AbortSignal.timeout(pushTimeoutMs),
  });
  await answer.body?.cancel();
  return answer.status;
}
