/**
 * The uses and the quality of a listed model. `shared/models/known-models.ts` has them for known models. OpenAI's
 * listing has no capabilities and Gemini's is incomplete, so the rest is guessed from the name; an admin
 * corrects it on the models page. The first matching pattern decides.
 */
import type { Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import { findKnownModel } from '@sachet/shared/models/known-models';
import type { Capability } from './provider.ts';

type Rule = [pattern: RegExp, capabilities: Capability[]];

const openAiRules: Rule[] = [
  [/embedding/, ['embedding']],
  // Retired, or not supported by these adapters: speech, video, realtime, moderation, old completions.
  [/^dall-e|audio|realtime|transcribe|tts|whisper|sora|moderation|live|translate/, []],
  [/^(babbage|davinci)|instruct|codex|computer-use|deep-research|search/, []],
  // These models are available only through the Responses API.
  [/-pro(-\d{4}-\d{2}-\d{2})?$/, []],
  [/^(gpt|chatgpt)-image/, ['image', 'image-edit']],
  [/^gpt-3\.5|^o1-mini|^o3-mini/, ['text']],
  [/^(gpt|chatgpt|o\d)/, ['text', 'vision']],
  // A model of another server behind OPENAI_BASE_URL, which is assumed to chat.
  [/^/, ['text']],
];

const geminiRules: Rule[] = [
  [
    /audio|tts|live|transcribe|translate|computer-use|customtools|robotics|lyria|veo|omni|music/,
    [],
  ],
  [/image|nano-banana/, ['image', 'image-edit']],
  [/^gemini/, ['text', 'vision']],
  [/^/, ['text']],
];

function firstMatch(rules: Rule[], modelId: string): Capability[] {
  return rules.find(([pattern]) => pattern.test(modelId))?.[1] ?? [];
}

/** A fine-tuned model counts as its base: `ft:gpt-4.1-mini:organization::id`. */
const toBase = (modelId: string): string => /^ft:([^:]+)/.exec(modelId)?.[1] ?? modelId;

export function openAiCapabilities(modelId: string): Capability[] {
  const known = findKnownModel('openai', modelId);
  return known ? [...known.capabilities] : firstMatch(openAiRules, toBase(modelId));
}

/** `methods` is the listing's `supportedGenerationMethods`. */
export function geminiCapabilities(modelId: string, methods: string[]): Capability[] {
  const known = findKnownModel('google', modelId);
  if (known) return [...known.capabilities];
  if (methods.includes('generateContent')) return firstMatch(geminiRules, modelId);
  return methods.includes('embedContent') ? ['embedding'] : [];
}

/** Whole words of an id: "mini" is also in "gemini". */
const speedWord =
  /(^|[-_.:])(mini|nano(?!-banana)|flash|lite|luna|flare|small|fast|turbo)($|[-_.:])/;

export function guessTier(provider: Provider, modelId: string): Quality {
  const known = findKnownModel(provider, modelId);
  if (known) return known.tier;
  return speedWord.test(toBase(modelId)) ? 'speed' : 'quality';
}
