/** The caller's browsers that are notified when work is ready. */
import { deleteSubscription, openPushKey, storeSubscription } from '@sachet/db/people/push';
import { isPushEndpoint } from '@sachet/shared/people/push';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { requireProfile } from '../identity/caller.ts';

export const getPush = route('GET /api/push', {
  async handle({ deps, caller }) {
    await requireProfile(deps, caller);
    return ok({ publicKey: (await openPushKey(deps.db)).public_key });
  },
});

export const postPush = route('POST /api/push', {
  async handle({ deps, caller, body, response }) {
    const { uid } = await requireProfile(deps, caller);
    const { endpoint, keys, language } = body;
    if (!isPushEndpoint(endpoint, deps.settings.SANDBOX_INBOX_URL)) {
      throw new Refusal('invalid', 'This browser’s push service isn’t supported.', {
        field: 'endpoint',
      });
    }
    await storeSubscription(deps.db, { uid, endpoint, ...keys, language });
    response.status(204).end();
  },
});

export const postPushRemove = route('POST /api/push/remove', {
  async handle({ deps, caller, body, response }) {
    await deleteSubscription(deps.db, { uid: caller.uid, endpoint: body.endpoint });
    response.status(204).end();
  },
});
