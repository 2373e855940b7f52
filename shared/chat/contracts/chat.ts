/**
 * Chat: `/api/chat`, `/api/stop-chat`, `/api/conversation`, `/api/conversations`
 * (docs/product.md, Records, States and API).
 */
import { z } from 'zod';
import { messagePicturesMax } from '../chat.ts';
import { chatPromptMaxCharacters } from '../../vocabulary.ts';
import { FailureReason } from '../../studio/contracts/failure.ts';
import { Language, Provider, Rupees, Timestamp } from '../../contracts/vocabulary.ts';
import { WalletFigures } from '../../wallet/contracts/wallet.ts';

const CapacityFrom = Timestamp.optional().catch(undefined).meta({
  description: 'When the provider has capacity again, if that is why the reply failed.',
});

export const seedMaxCharacters = 20_000;
export const titleMaxCharacters = 80;
/** docs/product.md, Numbers. */
export const conversationPageSize = 20;
export const conversationSearchMax = 100;

const Id = z.string().min(1).max(60);

/**
 * docs/product.md, API: `POST /api/chat`. The answer is a stream of server-sent events, or an `ApiError` if
 * the request is rejected before the first event.
 *
 * With an `Idempotency-Key`, a closed connection does not stop the reply: the same request with the same key
 * (and `Last-Event-ID`) continues to read it. Without a key, closing the connection stops the reply as
 * `StopChatRequest` does.
 */
export const ChatRequest = z
  .object({
    conversationId: Id.nullish().meta({ description: 'Left out, a new conversation begins.' }),
    provider: Provider,
    prompt: z.string().trim().min(1, 'Enter a message.').max(chatPromptMaxCharacters),
    language: Language.default('en'),
    seedAssistant: z.string().trim().max(seedMaxCharacters).nullish().meta({
      description:
        'Words for a new conversation to continue from. Which model wrote them is unknown.',
    }),
    seedPrompt: z.string().trim().max(chatPromptMaxCharacters).nullish().meta({
      description: 'The question that seedAssistant answers.',
    }),
    seedGenerationId: Id.nullish().meta({
      description:
        'In place of seedAssistant: the text result to continue from, as much of it as its owner ' +
        'may see. It keeps the name of the model that wrote it.',
    }),
    uploadIds: z.array(Id).max(messagePicturesMax).default([]).meta({
      description: 'Pictures of the message, from `POST /api/upload`.',
    }),
    replacesTurnId: Id.nullish().meta({
      description:
        'The last counted turn, or a failed one after it, whose place this one takes once it counts: the ' +
        'same prompt asks for another reply, another prompt edits the message. Its pictures stay. Both ' +
        'count as a reply.',
    }),
    blockPrice: Rupees.nullish().meta({
      description:
        'The price of the next block as it was shown: a reply that opens a block at another price is ' +
        'refused. Left out, the listed price is paid.',
    }),
  })
  .superRefine((request, { addIssue }) => {
    for (const field of ['seedAssistant', 'seedGenerationId'] as const) {
      if (request[field] && request.conversationId) {
        addIssue({
          code: 'custom',
          path: [field],
          message: 'Only a new conversation can begin with a result.',
        });
      }
    }
    if (request.replacesTurnId && !request.conversationId) {
      addIssue({
        code: 'custom',
        path: ['replacesTurnId'],
        message: 'Only a message of a conversation can be replaced.',
      });
    }
    if (request.replacesTurnId && request.uploadIds.length > 0) {
      addIssue({
        code: 'custom',
        path: ['uploadIds'],
        message: 'A replaced message keeps its pictures.',
      });
    }
    if (request.seedAssistant && request.seedGenerationId) {
      addIssue({
        code: 'custom',
        path: ['seedGenerationId'],
        message: 'Send only one of seedAssistant and seedGenerationId.',
      });
    }
  })
  .meta({ id: 'ChatRequest' });
export type ChatRequest = z.infer<typeof ChatRequest>;

/** The next reply of a conversation, and its price. */
export const NextReply = z
  .object({
    block: z.number().int().meta({ description: '0 while replies are free, then 1, 2, …' }),
    repliesLeft: z.number().int().meta({ description: 'Free, or paid with this block.' }),
    inr: Rupees.meta({ description: 'The price of the next reply: 0, or the price of a block.' }),
  })
  .meta({ id: 'NextReply' });
export type NextReply = z.infer<typeof NextReply>;

/**
 * `streaming`: it is being written. `cut_short`: it reached the maximum length. `stopped`: its reader stopped
 * it after it had begun. `broken_off`: its provider broke it off after it had begun, and the free broken-off
 * replies of the day were used up, so it counts. `failed`: it is free.
 */
export const ReplyStatus = z.enum([
  'streaming',
  'done',
  'cut_short',
  'stopped',
  'broken_off',
  'failed',
]);
export type ReplyStatus = z.infer<typeof ReplyStatus>;

/** A picture of a message, at most 1,280 pixels on its longest side. */
export const MessagePicture = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: 'Signed; works for at least an hour.' }),
    width: z.number().int(),
    height: z.number().int(),
  })
  .meta({ id: 'MessagePicture' });
export type MessagePicture = z.infer<typeof MessagePicture>;

/** docs/product.md, Records. A failed reply is followed by a system message that says why. */
export const Message = z
  .object({
    role: z.enum(['user', 'assistant', 'system']),
    content: z.string(),
    createdAt: Timestamp,
    turnId: z.string(),
    replacesTurnId: z.string().nullable().default(null).meta({
      description: 'The turn whose place this one takes, unless this one has failed.',
    }),
    pictures: z.array(MessagePicture).default([]).meta({
      description: 'The pictures of a user’s message.',
    }),
    status: ReplyStatus.nullable().meta({
      description: 'Set for an assistant’s message, else null.',
    }),
    modelName: z
      .string()
      .nullable()
      .meta({ description: 'The provider that wrote an assistant’s message.' }),
    charged: Rupees.nullable().meta({
      description: 'The message’s price if it opened a paid block, else null.',
    }),
    // A newer server may send a reason that this client does not know; the content describes it in English.
    reason: FailureReason.nullable().catch(null).meta({
      description: 'Why the reply failed, in a system message; else null.',
    }),
    until: CapacityFrom,
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof Message>;

export const ConversationSummary = z
  .object({
    id: z.string(),
    provider: Provider,
    modelId: z.string(),
    modelName: z.string(),
    language: Language,
    title: z.string(),
    turnCount: z.number().int(),
    paidBlocks: z.number().int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ConversationSummary' });
export type ConversationSummary = z.infer<typeof ConversationSummary>;

const keptFromTurnId = z.string().nullable().meta({
  description: 'The first turn that the model is still given; null if it is given all of them.',
});

export const Conversation = ConversationSummary.extend({
  uid: z.string(),
  messages: z.array(Message).meta({ description: 'Oldest first.' }),
  keptFromTurnId,
  streamingTurnId: z
    .string()
    .nullable()
    .meta({ description: 'The reply in progress, to be read with `GET /api/chat?turn=`.' }),
  next: NextReply,
}).meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const ConversationList = z
  .object({
    conversations: z
      .array(ConversationSummary)
      .meta({ description: 'The most recently written first.' }),
  })
  .meta({ id: 'ConversationList' });
export type ConversationList = z.infer<typeof ConversationList>;

/** Conversations that contain all words, the most recently written first, at most 20. */
export const ConversationSearch = z
  .object({
    found: z.array(
      z.object({
        conversation: ConversationSummary,
        excerpt: z.string().nullable().meta({
          description: 'Around the first word in the newest message that has it; null for a title.',
        }),
      }),
    ),
  })
  .meta({ id: 'ConversationSearch' });
export type ConversationSearch = z.infer<typeof ConversationSearch>;

export const RenameConversationRequest = z
  .object({
    title: z.string().trim().min(1, 'Enter a title.').max(titleMaxCharacters),
  })
  .meta({ id: 'RenameConversationRequest' });
export type RenameConversationRequest = z.infer<typeof RenameConversationRequest>;

/**
 * Stopping a reply of a paid block before its first words uses one of the free cancels of the day. If no free
 * cancel is left, the stop is refused (`no_free_cancels`) and the reply is written to its end.
 */
export const StopChatRequest = z.object({ turnId: Id }).meta({ id: 'StopChatRequest' });
export type StopChatRequest = z.infer<typeof StopChatRequest>;

/**
 * The events of a reply, in this order: `conversation` once; `chunk` any number of times, with the number of
 * characters sent so far as its event id; then either `done`, preceded by `billing` if something was charged,
 * or `error`. Comments in between keep the connection open.
 */
export const ChatEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('conversation'),
    data: z.object({
      conversationId: z.string(),
      turnId: z.string(),
      title: z.string(),
      provider: Provider,
      modelId: z.string(),
      modelName: z.string(),
      keptFromTurnId,
    }),
  }),
  z.object({ event: z.literal('chunk'), data: z.object({ text: z.string() }) }),
  z.object({
    event: z.literal('billing'),
    data: z.object({ inr: Rupees, wallet: WalletFigures }),
  }),
  z.object({
    event: z.literal('done'),
    data: z.object({
      status: z.enum(['done', 'cut_short', 'stopped', 'broken_off']),
      message: z.string().optional().meta({
        description:
          'User-facing, with `broken_off`: why the reply counts. `billing` has its cost.',
      }),
      turnCount: z.number().int(),
      paidBlocks: z.number().int(),
      next: NextReply,
    }),
  }),
  z.object({
    event: z.literal('error'),
    data: z.object({
      message: z.string().meta({ description: 'User-facing. Nothing was charged.' }),
      code: z.enum(['generation_failed', 'stopped', 'interrupted']).catch('generation_failed'),
      reason: FailureReason.nullable().catch(null),
      until: CapacityFrom,
    }),
  }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;
