import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { expect, test } from 'vitest';
import type { TFunction } from '../i18n/translate';
import {
  captionRequests,
  emptyIdeasDraft,
  ideaCaptionRequests,
  ideasRequests,
} from '../instagram/prompts';
import { toAskedText } from './asked-text';
import type { Request } from './request';

const keys = ((key: string) => key) as unknown as TFunction;
const asked = (request: Request | undefined) => toAskedText(keys, request as GenerationResult);
const photo = { file: new Blob(['hello']), name: 'chai.png' };

test('of captions: for whom and in which tone', () => {
  const [request] = captionRequests({ audience: 'Tea lovers', tone: 'Funny' }, photo, 'en');
  expect(asked(request)).toBe('Tea lovers · instagram.funny');
});

test('of captions for an idea: its title', () => {
  const idea = { title: 'First rain', visualPrompt: 'x', captionBrief: 'x', hashtags: ['#x'] };
  expect(asked(ideaCaptionRequests(idea, 'en')[0])).toBe('First rain');
});

test('of ideas: the niche', () => {
  const draft = { ...emptyIdeasDraft, niche: 'Home bakery', vibe: 'Warm' };
  expect(asked(ideasRequests(draft, 'en')[0])).toBe('Home bakery');
});

test('of anything else: the prompt itself', () => {
  const prompt = 'Tone: what is it?';
  expect(asked({ mode: 'general', prompt, provider: 'google' })).toBe(prompt);
});
