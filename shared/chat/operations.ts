import {
  ChatRequest,
  Conversation,
  ConversationList,
  ConversationSearch,
  ConversationSummary,
  RenameConversationRequest,
  StopChatRequest,
  conversationPageSize,
  conversationSearchMax,
} from './contracts/chat.ts';
import { ofPurchases } from '../operations/refusals.ts';
import { z } from 'zod';
import type { Operations } from '../operations/operation.ts';

const ConversationQuery = z.object({ id: z.string().min(1).max(60) });

export const chatOperations = {
  'POST /api/chat': {
    access: 'signed-in',
    summary:
      'Writes the next reply of a conversation as server-sent events. Without an Idempotency-Key, ' +
      'closing the request stops it; with one, the same request continues reading.',
    body: ChatRequest,
    idempotencyKey: 'optional',
    answers: { 200: null },
    refusals: [
      ...ofPurchases,
      'not_found',
      'request_timeout',
      'prompt_refused',
      'free_used_up',
      'free_used_up_unpaid',
      'free_used_up_unverified',
    ],
  },
  'GET /api/chat': {
    access: 'signed-in',
    summary: 'Continues reading a reply from the character that Last-Event-ID names.',
    query: z.object({ turn: z.string().min(1).max(60) }),
    answers: { 200: null },
    refusals: ['not_found'],
  },
  'POST /api/stop-chat': {
    access: 'signed-in',
    summary:
      'Stops a reply. Before its first chunk nothing is charged and nothing counts; in a paid block ' +
      'that takes one of the free cancels of the day.',
    body: StopChatRequest,
    answers: { 204: null },
    refusals: ['no_free_cancels', 'not_found'],
  },
  'GET /api/conversations': {
    access: 'signed-in',
    summary: "The caller's conversations, most recently used first.",
    query: z.object({
      after: z.string().max(60).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(conversationPageSize),
    }),
    answers: { 200: ConversationList },
  },
  'GET /api/conversations/search': {
    access: 'signed-in',
    summary:
      "The caller's conversations that contain the words, in their title or newest messages.",
    query: z.object({ q: z.string().trim().min(1).max(conversationSearchMax) }),
    answers: { 200: ConversationSearch },
  },
  'GET /api/conversation/export': {
    access: 'signed-in',
    summary: "One of the caller's conversations as Markdown, with all messages and pictures.",
    query: ConversationQuery,
    answers: { 200: null },
    refusals: ['not_found'],
  },
  'GET /api/conversation': {
    access: 'signed-in',
    summary: "One of the caller's conversations with its messages.",
    query: ConversationQuery,
    answers: { 200: Conversation },
    refusals: ['not_found'],
  },
  'PATCH /api/conversation': {
    access: 'signed-in',
    summary: 'Renames a conversation.',
    query: ConversationQuery,
    body: RenameConversationRequest,
    answers: { 200: ConversationSummary },
    refusals: ['not_found'],
  },
  'DELETE /api/conversation': {
    access: 'signed-in',
    summary: 'Deletes a conversation and its messages.',
    query: ConversationQuery,
    answers: { 204: null },
    refusals: ['not_found'],
  },
} satisfies Operations;
