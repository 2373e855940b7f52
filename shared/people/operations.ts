import { AdminMeResponse } from '../admin/contracts/admin.ts';
import { CloseAccountRequest, ClosingPreview } from './contracts/account.ts';
import {
  FriendLink,
  FriendLinkQuery,
  Friends,
  RedeemGiftCodeRequest,
  RedeemGiftCodeResponse,
} from './contracts/growth.ts';
import { PushKeyResponse, PushRemoveRequest, PushSubscribeRequest } from './contracts/push.ts';
import { CreateUserRequest, CreateUserResponse, UserProfile } from './contracts/user.ts';
import type { Operations } from '../operations/operation.ts';

export const peopleOperations = {
  'GET /api/user': {
    access: 'signed-in',
    summary: "The caller's profile; 404 until it has been created.",
    answers: { 200: UserProfile },
    refusals: ['not_found'],
  },
  'POST /api/user': {
    access: 'signed-in',
    summary:
      'Creates the profile, the wallet and the sign-up bonus; once, however often it is called. ' +
      'It joins no organization: an invitation is accepted on its own.',
    body: CreateUserRequest,
    answers: { 200: CreateUserResponse, 201: CreateUserResponse },
  },
  'POST /api/rules-seen': {
    access: 'signed-in',
    summary:
      'Records that the caller has read the content rules. The next notice appears in about three months.',
    answers: { 200: UserProfile },
  },
  'GET /api/account/closing': {
    access: 'signed-in',
    summary: 'Preview of what closing the account would do with its money.',
    answers: { 200: ClosingPreview },
  },
  'POST /api/account/close': {
    access: 'signed-in',
    summary: 'Closes the account: its content is deleted and unspent paid-in money is refunded.',
    body: CloseAccountRequest,
    answers: { 204: null },
  },
  'GET /api/account/data': {
    access: 'signed-in',
    summary: 'Everything stored about the caller, as one JSON file. Image links expire.',
    answers: { 200: null },
  },
  'GET /api/push': {
    access: 'signed-in',
    summary: 'The key with which a browser subscribes to notices.',
    answers: { 200: PushKeyResponse },
  },
  'POST /api/push': {
    access: 'signed-in',
    summary:
      'Notifies this browser when the caller’s pictures and exports are ready. Another user of the same browser is no longer notified.',
    body: PushSubscribeRequest,
    answers: { 204: null },
  },
  'POST /api/push/remove': {
    access: 'signed-in',
    summary: 'No longer notifies this browser.',
    body: PushRemoveRequest,
    answers: { 204: null },
  },
  'GET /api/admin/me': {
    access: 'signed-in',
    summary: 'Whether the caller is a super admin, and whether the finance pages are open to them.',
    answers: { 200: AdminMeResponse },
  },
  'GET /api/friends': {
    access: 'signed-in',
    summary:
      'The caller’s link for bringing friends, what both get and when, and the friends so far.',
    answers: { 200: Friends },
  },
  'GET /api/friend-link': {
    access: 'anyone',
    summary: 'The first name of the person whose link it is, and what a new friend gets.',
    query: FriendLinkQuery,
    answers: { 200: FriendLink },
    refusals: ['not_found'],
  },
  'POST /api/gift-code': {
    access: 'signed-in',
    summary: 'Redeems a gift code into the wallet that the caller spends from, once per account.',
    body: RedeemGiftCodeRequest,
    answers: { 200: RedeemGiftCodeResponse },
    refusals: ['gift_redeemed', 'gift_unknown', 'gift_own', 'gift_expired', 'gift_used_up'],
  },
} satisfies Operations;
