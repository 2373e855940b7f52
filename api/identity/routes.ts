import type { Route } from '../http/route.ts';
import { getClosingPreview, postCloseAccount, getMyData } from './account.ts';
import { getEvents } from './events.ts';
import { getPush, postPush, postPushRemove } from './push.ts';
import { getUser, postUser, postRulesSeen } from './user.ts';

export const identityRoutes: readonly Route[] = [
  getUser,
  postUser,
  postRulesSeen,
  getClosingPreview,
  postCloseAccount,
  getMyData,
  getEvents,
  getPush,
  postPush,
  postPushRemove,
];
