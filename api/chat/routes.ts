import type { Route } from '../http/route.ts';
import { postChat, getChat, postStopChat } from './chat.ts';
import {
  getConversations,
  getConversation,
  patchConversation,
  removeConversation,
} from './conversations.ts';

export const chatRoutes: readonly Route[] = [
  postChat,
  getChat,
  postStopChat,
  getConversations,
  getConversation,
  patchConversation,
  removeConversation,
];
