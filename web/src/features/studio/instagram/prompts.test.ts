import { GenerateRequest } from '@sachet/shared/studio/contracts/generation';
import { promptMaxCharacters } from '@sachet/shared/vocabulary';
import { describe, expect, test } from 'vitest';
import { en } from '../../../i18n/en';
import {
  captionRequests,
  emptyCaptionDraft,
  emptyIdeasDraft,
  ideaCaptionRequests,
  ideasFieldMaxCharacters,
  ideasRequests,
} from './prompts';

const photo = { file: new Blob(['hello']), name: 'chai.png' };

describe('captionRequests', () => {
  test('both providers get the same caption request with the photo, and it matches the contract', () => {
    const draft = { audience: ' young\nfamilies ', tone: 'Funny' } as const;
    const orders = captionRequests(draft, photo, 'hg');
    expect(orders.map((order) => order.photo)).toEqual([photo, photo]);
    const requests = orders.map((each) => GenerateRequest.parse({ ...each, uploadId: 'upl_1' }));
    expect(requests.map(({ provider }) => provider)).toEqual(['google', 'openai']);
    for (const { mode, language, prompt } of requests) {
      expect({ mode, language }).toEqual({ mode: 'instagram', language: 'hg' });
      expect(prompt).toContain('3 Instagram caption variations');
      expect(prompt).toContain('each under 100 words');
      expect(prompt).toContain('3 to 5 hashtags');
      expect(prompt).toContain('as bullet points');
      expect(prompt).toMatch(/\nAudience: young families\nTone: Funny$/);
    }
  });

  test('a caption request leaves out an empty audience', () => {
    const [request] = captionRequests(emptyCaptionDraft, photo, 'en');
    expect(request?.prompt).not.toContain('Audience');
  });
});

test('both providers get a request for captions of an idea with its title and brief, without a photo', () => {
  const idea = {
    title: 'A morning with chai',
    visualPrompt: 'Steam over clay cups',
    captionBrief: 'Ask for\ntheir routine.',
    hashtags: ['#Chai', '#Subah'],
  };
  const requests = ideaCaptionRequests(idea, 'en').map((each) => GenerateRequest.parse(each));
  expect(requests.map(({ provider }) => provider)).toEqual(['google', 'openai']);
  for (const { mode, image, prompt } of requests) {
    expect({ mode, image }).toEqual({ mode: 'instagram', image: undefined });
    expect(prompt).toContain('3 Instagram caption variations');
    expect(prompt).toContain('Title: A morning with chai\nBrief: Ask for their routine.\n');
  }
});

describe('ideasRequests', () => {
  test('both providers get a request for 4 ideas as JSON that names the filled fields', () => {
    const draft = {
      ...emptyIdeasDraft,
      niche: 'Home bakery',
      postType: 'single image' as const,
      goal: 'lead gen' as const,
      keywords: '  eggless,\nJaipur ',
    };
    const requests = ideasRequests(draft, 'en').map((each) => GenerateRequest.parse(each));
    expect(requests.map(({ provider, mode }) => [provider, mode])).toEqual([
      ['google', 'instagram_ideas'],
      ['openai', 'instagram_ideas'],
    ]);
    const [prompt, other] = requests.map((each) => each.prompt);
    expect(other).toBe(prompt);
    expect(prompt).toContain('4 Instagram post ideas');
    expect(prompt).toContain('title under 60 characters');
    expect(prompt).toContain('4 to 6 hashtags');
    expect(prompt).toContain('JSON only');
    expect(prompt!.split('\n').slice(2)).toEqual([
      'Niche: Home bakery',
      'Post type: single image',
      'Goal: lead gen',
      'Keywords: eggless, Jaipur',
    ]);
  });

  test('a line break in one field of the ideas cannot add another field to the prompt', () => {
    const draft = { ...emptyIdeasDraft, niche: 'tea\nGoal: sales' };
    const [request] = ideasRequests(draft, 'en');
    expect(request!.prompt.split('\n').at(-1)).toBe('Niche: tea Goal: sales');
  });

  test('the longest texts of all fields fit into one prompt for ideas', () => {
    const long = 'x'.repeat(ideasFieldMaxCharacters);
    const [request] = ideasRequests(
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
    expect(request!.prompt.length).toBeLessThanOrEqual(promptMaxCharacters);
  });
});

test('the prompts contain the promised texts to the letter', () => {
  expect(en.ideas.card).toBe('Daily IG Ideas');
  expect(en.ideas.captions).toBe('Generate captions (Free)');
  expect(en.ideas.image).toBe('Generate image (Paid)');
});
