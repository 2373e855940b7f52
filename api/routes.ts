/** Every route of the API. A new one belongs in this list, or nothing serves it. */
import type { Route } from './route.ts';
import { getAdminMe } from './routes/admin.ts';
import { getChat, postChat, postStopChat } from './routes/chat.ts';
import { getConfig } from './routes/config.ts';
import {
  getConversation,
  getConversations,
  patchConversation,
  removeConversation,
} from './routes/conversations.ts';
import { getEvents } from './routes/events.ts';
import {
  getGeneration,
  getGenerations,
  postCancelGeneration,
  postGenerate,
  removeGeneration,
} from './routes/generations.ts';
import { getGeo } from './routes/geo.ts';
import { getHealth, getReadiness } from './routes/health.ts';
import { getImage } from './routes/images.ts';
import { getOrganization, patchMember, postOrganization } from './routes/organization.ts';
import { getStatement, getStatementCsv } from './routes/statement.ts';
import { postUnlock } from './routes/unlock.ts';
import { postUnlockImage } from './routes/unlock-image.ts';
import { getUser, postUser } from './routes/user.ts';
import { getWallet, getWalletEvents } from './routes/wallet.ts';

export const routes: readonly Route[] = [
  getHealth,
  getReadiness,
  getConfig,
  getGeo,
  getUser,
  postUser,
  getOrganization,
  postOrganization,
  patchMember,
  getAdminMe,
  postGenerate,
  getGeneration,
  getGenerations,
  postCancelGeneration,
  removeGeneration,
  postUnlock,
  postUnlockImage,
  getImage,
  postChat,
  getChat,
  postStopChat,
  getConversations,
  getConversation,
  patchConversation,
  removeConversation,
  getWallet,
  getWalletEvents,
  getStatement,
  getStatementCsv,
  getEvents,
];
