import type OpenAI from 'openai';
import { makeCall, type Request, type Result } from './call.ts';
import { openAiCapabilities } from './capabilities.ts';
import { connect, createCompatible, type CompatibleOptions, type Dialect } from './compatible.ts';
import { categorizeOpenAiError } from './openai-error.ts';
import { makeImage, openAiDrawing, optionalOfImages } from './openai-images.ts';
import {
  imageTimeoutMs,
  type AdapterOptions,
  type Moderation,
  type PictureAdapter,
} from './provider.ts';

const dialect: Dialect = {
  outputLimit: 'max_completion_tokens',
  parameters: ({ userDigest }) => ({ store: false, safety_identifier: userDigest }),
  categorize: categorizeOpenAiError,
  capabilities: openAiCapabilities,
};

/** The longest wait for the moderation of a prompt: no judgement is better than a long wait. */
const moderationTimeoutMs = 3_000;

export function createOpenAi(given: AdapterOptions): PictureAdapter {
  const baseUrl = given.baseUrl ?? 'https://api.openai.com/v1';
  const options: CompatibleOptions = { ...given, provider: 'openai', baseUrl, dialect };
  const connection = connect(options);
  const { through, terms } = connection;
  return {
    ...createCompatible(options, connection),
    ...openAiDrawing,
    image: (order) =>
      makeCall(
        terms(order, {
          timeoutMs: given.timeoutMs ?? imageTimeoutMs,
          retries: order.isPaid ? 'unmade' : 'once',
          optional: optionalOfImages,
        }),
        (request) => makeImage(through(request), order, request),
      ),
    moderate: (text, signal) =>
      makeCall(terms({ signal }, { timeoutMs: moderationTimeoutMs, retries: 'never' }), (request) =>
        moderate(through(request), text, request),
      ),
  };
}

async function moderate(
  client: OpenAI,
  text: string,
  { signal }: Request,
): Promise<Result<Moderation>> {
  const answer = await client.moderations.create(
    { model: 'omni-moderation-latest', input: text },
    { signal },
  );
  const result = answer.results?.[0];
  if (typeof result?.flagged !== 'boolean') return { signal: { kind: 'empty', reason: null } };
  const categories = Object.entries(result.categories ?? {}).flatMap(([name, is]) =>
    is === true ? [name] : [],
  );
  return { value: { flagged: result.flagged, categories } };
}
