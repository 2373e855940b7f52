import { GenerateRequest } from '@sachet/shared/studio/contracts/generation';
import { promptMaxCharacters } from '@sachet/shared/vocabulary';
import { describe, expect, test } from 'vitest';
import type { CommonRequest } from '../generation/request';
import { en } from '../../../i18n/en';
import {
  captionRequest,
  emptyCaptionDraft,
  emptyIdeasDraft,
  ideaCaptionRequest,
  ideasFieldMaxCharacters,
  ideasRequest,
} from './prompts';

/** Returns what the server reads from a request. The provider makes no difference. */
const parse = (request: CommonRequest, files = {}) =>
  GenerateRequest.parse({ ...request, ...files, provider: 'google' });

const photo = { file: new Blob(['hello']), name: 'chai.png' };

describe('captionRequest', () => {
  test('a caption request has the photo, and matches the contract', () => {
    const draft = { audience: ' young\nfamilies ', tone: 'Funny' } as const;
    const request = captionRequest(draft, photo, 'hg');
    expect(request.photo).toBe(photo);
    const { mode, language, prompt } = parse(request, { uploadId: 'upl_1' });
    expect({ mode, language }).toEqual({ mode: 'instagram', language: 'hg' });
    expect(prompt).toContain('3 Instagram caption variations');
    expect(prompt).toContain('each under 100 words');
    expect(prompt).toContain('3 to 5 hashtags');
    expect(prompt).toContain('as bullet points');
    expect(prompt).toMatch(/\nAudience: young families\nTone: Funny$/);
  });

  test('a caption request leaves out an empty audience', () => {
    const request = captionRequest(emptyCaptionDraft, photo, 'en');
    expect(request.prompt).not.toContain('Audience');
  });
});

test('a request for captions of an idea has its title and brief, without a photo', () => {
  const idea = {
    title: 'A morning with chai',
    visualPrompt: 'Steam over clay cups',
    captionBrief: 'Ask for\ntheir routine.',
    hashtags: ['#Chai', '#Subah'],
  };
  const { mode, image, prompt } = parse(ideaCaptionRequest(idea, 'en'));
  expect({ mode, image }).toEqual({ mode: 'instagram', image: undefined });
  expect(prompt).toContain('3 Instagram caption variations');
  expect(prompt).toContain('Title: A morning with chai\nBrief: Ask for their routine.\n');
});

describe('ideasRequest', () => {
  test('a request for ideas asks for 4 as JSON and names the filled fields', () => {
    const draft = {
      ...emptyIdeasDraft,
      niche: 'Home bakery',
      postType: 'single image' as const,
      goal: 'lead gen' as const,
      keywords: '  eggless,\nJaipur ',
    };
    const { mode, prompt } = parse(ideasRequest(draft, 'en'));
    expect(mode).toBe('instagram_ideas');
    expect(prompt).toContain('4 Instagram post ideas');
    expect(prompt).toContain('title under 60 characters');
    expect(prompt).toContain('4 to 6 hashtags');
    expect(prompt).toContain('JSON only');
    expect(prompt.split('\n').slice(2)).toEqual([
      'Niche: Home bakery',
      'Post type: single image',
      'Goal: lead gen',
      'Keywords: eggless, Jaipur',
    ]);
  });

  test('a line break in one field of the ideas cannot add another field to the prompt', () => {
    const draft = { ...emptyIdeasDraft, niche: 'tea\nGoal: sales' };
    const request = ideasRequest(draft, 'en');
    expect(request.prompt.split('\n').at(-1)).toBe('Niche: tea Goal: sales');
  });

  test('the longest texts of all fields fit into one prompt for ideas', () => {
    const long = 'x'.repeat(ideasFieldMaxCharacters);
    const request = ideasRequest(
      {
        niche: long,
        audience: long,
        vibe: long,
        postType: 'single image',
        occasion: long,
        trend: long,
        goal: 'engagement',
        keywords: long,
      },
      'en',
    );
    expect(request.prompt.length).toBeLessThanOrEqual(promptMaxCharacters);
  });
});

test('the prompts contain the promised texts to the letter', () => {
  expect(en.ideas.card).toBe('Daily IG Ideas');
  expect(en.ideas.captions).toBe('Generate captions (Free)');
  expect(en.ideas.image).toBe('Generate image (Paid)');
});
