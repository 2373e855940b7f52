import { CloseAccountRequest, ClosingPreview } from '../contracts/account.ts';
import { AdminMeResponse } from '../contracts/admin.ts';
import { PushKeyResponse, PushRemoveRequest, PushSubscribeRequest } from '../contracts/push.ts';
import { CreateUserRequest, CreateUserResponse, UserProfile } from '../contracts/user.ts';
import type { Operations } from './operation.ts';

export const identityOperations = {
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
  'GET /api/events': {
    access: 'signed-in',
    summary:
      'Server-sent events: `ready`, `generation`, `conversation`, `top-up` and `wallet`, each with an id; ' +
      '`changed` with a subject as its id, to those who may see it; `replaced` before the oldest of too ' +
      'many is closed, `reconnect` before the process stops.',
    answers: { 200: null },
  },
  'GET /api/admin/me': {
    access: 'signed-in',
    summary: 'Whether the caller is a super admin, and whether the finance pages are open to them.',
    answers: { 200: AdminMeResponse },
  },
} satisfies Operations;
