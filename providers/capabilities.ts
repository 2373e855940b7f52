/**
 * What a listed model can do for us. OpenAI's listing does not say and Gemini's is incomplete, so
 * the rest is guessed from the name. An admin checks it when enabling the model.
 * The first pattern that fits decides.
 */
import type { Capability } from './provider.ts';

type Rule = [pattern: RegExp, capabilities: Capability[]];

const openAiRules: Rule[] = [
  [/embedding/, ['embedding']],
  // Retired, or not spoken by these adapters: speech, video, realtime, moderation, old completions.
  [/^dall-e|audio|realtime|transcribe|tts|whisper|sora|moderation|live|translate/, []],
  [/^(babbage|davinci)|instruct|codex|computer-use|deep-research|search/, []],
  [/^(gpt|chatgpt)-image/, ['image', 'image-edit']],
  [/^gpt-3\.5|^o1-mini|^o3-mini/, ['text']],
  [/^(gpt|chatgpt|o\d)/, ['text', 'vision']],
  // A model of another server behind OPENAI_BASE_URL: assumed to chat.
  [/^/, ['text']],
];

const geminiRules: Rule[] = [
  [/audio|tts|live|computer-use|robotics|lyria|veo|music/, []],
  [/image/, ['image', 'image-edit']],
  [/^gemini/, ['text', 'vision']],
  [/^/, ['text']],
];

function firstMatch(rules: Rule[], modelId: string): Capability[] {
  return rules.find(([pattern]) => pattern.test(modelId))?.[1] ?? [];
}

export function openAiCapabilities(modelId: string): Capability[] {
  return firstMatch(openAiRules, modelId);
}

/** `methods` is the listing's `supportedGenerationMethods`. */
export function geminiCapabilities(modelId: string, methods: string[]): Capability[] {
  if (methods.includes('generateContent')) return firstMatch(geminiRules, modelId);
  return methods.includes('embedContent') ? ['embedding'] : [];
}
