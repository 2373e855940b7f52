import {
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
} from '@sachet/db/chat/conversations';
import { searchConversations } from '@sachet/db/chat/search';
import { requireProfile } from '../identity/caller.ts';
import { toSummary } from './conversation-view.ts';
import { readWholeConversation } from './read-conversation.ts';
import { excerptAround, toSearchWords } from './search-words.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';

const missing = () => new Refusal('not_found', 'Conversation not found.');

export const getConversations = route('GET /api/conversations', {
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    // An empty `after` asks for the first page.
    const { after, limit } = query;
    const page = await listConversations(deps.db, { uid, after: after || null, limit });
    return ok({ conversations: page.map(toSummary) });
  },
});

export const getConversation = route('GET /api/conversation', {
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    const found = await readConversation(deps.db, { id: query.id, uid });
    if (!found) throw missing();
    return ok(await readWholeConversation(deps, found));
  },
});

const foundAtMost = 20;

export const getConversationSearch = route('GET /api/conversations/search', {
  // It reads up to 3,000 exchanges.
  weight: 5,
  async handle({ deps, caller, query }) {
    const { uid } = await requireProfile(deps, caller);
    const words = toSearchWords(query.q);
    const found = await searchConversations(deps.db, { uid, words, limit: foundAtMost });
    return ok({
      found: found.map(({ conversation, text }) => ({
        conversation: toSummary(conversation),
        excerpt: text === null ? null : excerptAround(text, words[0]!),
      })),
    });
  },
});

export const patchConversation = route('PATCH /api/conversation', {
  async handle({ deps, caller, query, body }) {
    const { uid } = await requireProfile(deps, caller);
    const renamed = await renameConversation(deps.db, { id: query.id, uid, title: body.title });
    if (!renamed) throw missing();
    return ok(toSummary(renamed));
  },
});

export const removeConversation = route('DELETE /api/conversation', {
  async handle({ deps, caller, query, response }) {
    const { uid } = await requireProfile(deps, caller);
    switch (await deleteConversation(deps.db, { id: query.id, uid })) {
      case 'not_found':
        throw missing();
      case 'busy':
        throw new Refusal('wrong_state', 'A reply is still being written. Stop it first.');
      default:
        response.status(204).end();
    }
  },
});
