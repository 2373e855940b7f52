/**
 * What a listed model can do for us, and for which quality it is. `shared/known-models.ts` says it of
 * the models that it knows. OpenAI's listing does not say and Gemini's is incomplete, so the rest is
 * guessed from the name; an admin corrects it on the models page. The first pattern that fits decides.
 */
import type { Provider, Quality } from '@sachet/shared/contracts/vocabulary';
import { findKnownModel } from '@sachet/shared/known-models';
import type { Capability } from './provider.ts';

type Rule = [pattern: RegExp, capabilities: Capability[]];

const openAiRules: Rule[] = [
  [/embedding/, ['embedding']],
  // Retired, or not spoken by these adapters: speech, video, realtime, moderation, old completions.
  [/^dall-e|audio|realtime|transcribe|tts|whisper|sora|moderation|live|translate/, []],
  [/^(babbage|davinci)|instruct|codex|computer-use|deep-research|search/, []],
  // Only the Responses API serves them.
  [/-pro(-\d{4}-\d{2}-\d{2})?$/, []],
  [/^(gpt|chatgpt)-image/, ['image', 'image-edit']],
  [/^gpt-3\.5|^o1-mini|^o3-mini/, ['text']],
  [/^(gpt|chatgpt|o\d)/, ['text', 'vision']],
  // A model of another server behind OPENAI_BASE_URL: assumed to chat.
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

/** A fine-tuned model is what its base is: `ft:gpt-4.1-mini:organization::id`. */
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
