import type { Route } from '../http/route.ts';
import { getClosingPreview, postCloseAccount, getMyData } from './account.ts';
import { getFriendLink, getFriends, postGiftCode } from './friends.ts';
import {
  getAdminGrowth,
  postAdminCampaign,
  postAdminGiftCodes,
  postAdminGiftCodesEnd,
} from './growth.ts';
import { getPush, postPush, postPushRemove } from './push.ts';
import { getUser, postUser, postRulesSeen } from './user.ts';

export const peopleRoutes: readonly Route[] = [
  getAdminGrowth,
  postAdminCampaign,
  postAdminGiftCodes,
  postAdminGiftCodesEnd,
  getClosingPreview,
  postCloseAccount,
  getMyData,
  getPush,
  postPush,
  postPushRemove,
  getUser,
  postUser,
  postRulesSeen,
  getFriendLink,
  getFriends,
  postGiftCode,
];
