import { expect, test } from 'vitest';
import { geminiCapabilities, guessTier, openAiCapabilities } from './capabilities.ts';

const methods = ['generateContent', 'countTokens'];

test.each([
  ['gpt-6.2-sol', 'text'],
  ['gpt-5.6', 'text'],
  ['ft:gpt-4.1-mini-2025-04-14:sachet:captions-hi:BxQ81zkT', 'text'],
  ['gpt-image-2.6-sunburst', 'image'],
  ['chatgpt-image-latest', 'image'],
  ['text-embedding-3-large', 'embedding'],
  ['gpt-5.4-pro', undefined],
  ['gpt-5.4-pro-2026-03-05', undefined],
  ['o3-pro', undefined],
  ['gpt-5.3-codex', undefined],
  ['gpt-4o-mini-transcribe', undefined],
  ['gpt-live-1', undefined],
  ['gpt-realtime-2.1-mini', undefined],
  ['tts-1-hd', undefined],
  ['omni-moderation-latest', undefined],
])("OpenAI's %s is used for %s", (id, first) => {
  expect(openAiCapabilities(id)[0]).toBe(first);
});

test.each([
  ['gemini-3.8-flash', 'text'],
  ['gemini-4-carbon', 'text'],
  ['gemma-4-31b-it', 'text'],
  ['gemini-nano-banana-2.1', 'image'],
  ['nano-banana-pro-preview', 'image'],
  ['gemini-3.1-flash-lite-image', 'image'],
  ['gemini-3.1-pro-preview-customtools', undefined],
  ['gemini-3.5-transcribe', undefined],
  ['gemini-3.8-flash-tts', undefined],
  ['gemini-omni-1.2-flash', undefined],
  ['lyria-3.5', undefined],
])("Gemini's %s is used for %s", (id, first) => {
  expect(geminiCapabilities(id, methods)[0]).toBe(first);
});

test('a Gemini model that only makes embeddings is used for nothing else', () => {
  expect(geminiCapabilities('gemini-embedding-2', ['embedContent'])).toEqual(['embedding']);
  expect(geminiCapabilities('gemini-3.8-live', ['bidiGenerateContent'])).toEqual([]);
});

test.each([
  ['google', 'gemini-3.8-flash', 'quality'],
  ['google', 'gemini-3.5-flash-lite', 'speed'],
  ['google', 'gemini-4-carbon', 'quality'],
  ['google', 'gemini-nano-banana-3', 'quality'],
  ['google', 'gemini-3.7-flash', 'speed'],
  ['openai', 'gpt-6-luna', 'speed'],
  ['openai', 'gpt-5.4-mini-2026-03-17', 'speed'],
  ['openai', 'gpt-5.6', 'quality'],
  ['openai', 'ft:gpt-4.1-mini-2025-04-14:sachet:captions-hi:BxQ81zkT', 'speed'],
] as const)('the model %s/%s has the quality %s', (provider, id, tier) => {
  expect(guessTier(provider, id)).toBe(tier);
});
