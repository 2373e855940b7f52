import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { expect, test } from 'vitest';
import type { TFunction } from '../../../i18n/translate';
import {
  captionRequest,
  emptyIdeasDraft,
  ideaCaptionRequest,
  ideasRequest,
} from '../instagram/prompts';
import { toAskedText } from './asked-text';
import type { CommonRequest } from './request';

const keys = ((key: string) => key) as unknown as TFunction;
const asked = (request: CommonRequest) => toAskedText(keys, request as unknown as GenerationResult);
const photo = { file: new Blob(['hello']), name: 'chai.png' };

test('toAskedText describes captions by audience and tone', () => {
  const request = captionRequest({ audience: 'Tea lovers', tone: 'Funny' }, photo, 'en');
  expect(asked(request)).toBe('Tea lovers · instagram.funny');
});

test('toAskedText describes captions without an audience by the photo', () => {
  const request = captionRequest({ audience: ' ', tone: 'Casual' }, photo, 'en');
  expect(asked(request)).toBe('studioCommon.yourPhoto · instagram.casual');
});

test("toAskedText describes captions for an idea by the idea's title", () => {
  const idea = { title: 'First rain', visualPrompt: 'x', captionBrief: 'x', hashtags: ['#x'] };
  expect(asked(ideaCaptionRequest(idea, 'en'))).toBe('First rain');
});

test('toAskedText describes ideas by the niche', () => {
  const draft = { ...emptyIdeasDraft, niche: 'Home bakery', vibe: 'Warm' };
  expect(asked(ideasRequest(draft, 'en'))).toBe('Home bakery');
});

test('toAskedText returns the prompt of all other results', () => {
  const prompt = 'Tone: what is it?';
  expect(asked({ mode: 'general', prompt })).toBe(prompt);
});

test('toAskedText leaves out the full stop that the form adds to a single sentence', () => {
  const shown = (prompt: string) => asked({ mode: 'image', prompt } as CommonRequest);
  expect(shown('दिवाली की मिठाई.')).toBe('दिवाली की मिठाई');
  expect(shown('A shop at dawn. Style: Cartoon.')).toBe('A shop at dawn. Style: Cartoon.');
});
