/** A conversation as Markdown: every message, replaced replies too, and its pictures as data at the end. */
import { Readable } from 'node:stream';
import { readConversation, type ChatTurn, type Conversation } from '@sachet/db/chat/conversations';
import { readChatPictures, type ChatPicture } from '@sachet/db/chat/pictures';
import { readAllTurns, readReplaced } from '@sachet/db/chat/whole-conversation';
import type { ReplyStatus } from '@sachet/shared/chat/contracts/chat';
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { nameProvider } from '@sachet/shared/providers';
import { toIstTime } from '@sachet/shared/time';
import type { Dependencies } from '../dependencies.ts';
import { enterExports, sendDownload } from '../http/send-download.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { toApplicant } from '../limits/resources.ts';
import { requireProfile } from '../identity/caller.ts';
import { contentDisposition } from '../studio/image-name.ts';
import { toReplyStatus } from './conversation-view.ts';
import { chatPictureKey } from './pictures.ts';

export const getConversationExport = route('GET /api/conversation/export', {
  weight: 5,
  async handle({ deps, caller, query, request, response }) {
    const profile = await requireProfile(deps, caller);
    const conversation = await readConversation(deps.db, { id: query.id, uid: profile.uid });
    if (!conversation) throw new Refusal('not_found', 'Conversation not found.');
    const name = { subject: conversation.title, size: 'chat', extension: 'md' } as const;
    const leave = await enterExports(deps, await toApplicant(deps, profile, request), response);
    response.writeHead(200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Disposition': contentDisposition('attachment', name),
      'Cache-Control': 'no-store',
    });
    const text = Readable.from(exportConversation(deps, conversation));
    await sendDownload(text, response, {
      log: deps.log,
      whenCutOff: 'conversation download was interrupted',
    }).finally(leave);
  },
});

type Word = Exclude<ReplyStatus, 'done'> | 'you' | 'picture' | 'replaced';

const words: Record<Language, Record<Word, string>> = {
  en: {
    you: 'You',
    picture: 'Picture',
    replaced: 'replaced by a later reply',
    stopped: 'You stopped this reply.',
    broken_off: 'The provider broke this reply off.',
    cut_short: 'Cut short',
    failed: 'The reply failed',
    streaming: 'This reply is still being written.',
  },
  hi: {
    you: 'आप',
    picture: 'तस्वीर',
    replaced: 'इसकी जगह बाद में दूसरा जवाब आया',
    stopped: 'आपने यह जवाब रोक दिया था।',
    broken_off: 'AI कंपनी की तरफ़ से यह जवाब बीच में टूट गया।',
    cut_short: 'बीच में कटा',
    failed: 'जवाब नहीं बन पाया',
    streaming: 'यह जवाब अभी लिखा जा रहा है।',
  },
  hg: {
    you: 'Aap',
    picture: 'Photo',
    replaced: 'iski jagah baad mein doosra jawab aaya',
    stopped: 'Aapne yeh jawab rok diya tha.',
    broken_off: 'AI company ki taraf se yeh jawab beech mein toot gaya.',
    cut_short: 'Beech mein kata',
    failed: 'Jawab nahi ban paaya',
    streaming: 'Yeh jawab abhi likha ja raha hai.',
  },
};

async function* exportConversation(
  deps: Pick<Dependencies, 'db' | 'images'>,
  conversation: Conversation,
): AsyncGenerator<string, void> {
  const { id, title, provider, created_at: at } = conversation;
  const pictures = await readChatPictures(deps.db, id);
  const replaced = await readReplaced(deps.db, id);
  const began = toIstTime(at.toISOString());
  yield `# ${title}\n\nSachet · ${nameProvider(provider)} · ${began} IST\n`;
  for await (const turns of readAllTurns(deps.db, id)) {
    for (const turn of turns) {
      const shown = pictures.filter((picture) => turn.picture_ids.includes(picture.id));
      yield toMarkdown(turn, { conversation, shown, isReplaced: replaced.has(turn.id) });
    }
  }
  // After the text, so that it stays readable in an editor. One file is in memory at a time.
  for (const picture of pictures) {
    const image = await deps.images.get(chatPictureKey(picture.id));
    if (!image) continue;
    const data = Buffer.from(image.bytes).toString('base64');
    yield `\n[${picture.id}]: data:${image.mimeType};base64,${data}\n`;
  }
}

function toMarkdown(
  turn: ChatTurn,
  {
    conversation: { language, provider },
    shown,
    isReplaced,
  }: { conversation: Conversation; shown: readonly ChatPicture[]; isReplaced: boolean },
): string {
  const said = words[language];
  const parts: string[] = [];
  const note = isReplaced ? ` (${said.replaced})` : '';
  if (turn.prompt !== null) {
    parts.push(`## ${said.you}${note}`, turn.prompt);
    parts.push(...shown.map(({ id }, index) => `![${said.picture} ${index + 1}][${id}]`));
  }
  if (turn.content !== null) {
    const writer = [nameProvider(provider), turn.model_label].filter(Boolean).join(' · ');
    parts.push(`## ${writer}${note}`, turn.content);
  }
  const end = toReplyStatus(turn);
  if (end !== 'done') parts.push(`*${said[end]}*`);
  return `\n${parts.join('\n\n')}\n`;
}
