import type { Route } from '../http/route.ts';
import { postChat, getChat, postStopChat } from './chat.ts';
import {
  getConversations,
  getConversation,
  getConversationSearch,
  patchConversation,
  removeConversation,
} from './conversations.ts';
import { getConversationExport } from './export-conversation.ts';

export const chatRoutes: readonly Route[] = [
  postChat,
  getChat,
  postStopChat,
  getConversations,
  getConversation,
  getConversationSearch,
  patchConversation,
  removeConversation,
  getConversationExport,
];
