import { GenerateRequest } from '@sachet/shared/studio/contracts/generation';
import { describe, expect, test } from 'vitest';
import { composePrompt, emptyDraft, subjectMaxCharacters, toPictureRequest } from './image-prompt';

describe('composePrompt', () => {
  test('composePrompt makes a sentence from a subject alone', () => {
    expect(composePrompt({ ...emptyDraft, subject: '  a chai stall ' })).toBe('a chai stall.');
  });

  test('composePrompt names each choice in the prompt', () => {
    const prompt = composePrompt({
      subject: 'A chai stall in the rain.',
      style: '3D Render',
      color: 'Black and White',
      composition: 'Top-down view',
      aspectRatio: '1:1',
    });
    expect(prompt).toBe(
      'A chai stall in the rain. Style: 3D Render. Colors: Black and White. Composition: Top-down view.',
    );
  });

  test('composePrompt accepts a Devanagari full stop as the end of a sentence', () => {
    expect(composePrompt({ ...emptyDraft, subject: 'बारिश में चाय।' })).toBe('बारिश में चाय।');
  });
});

describe('toPictureRequest', () => {
  test('a picture request matches the contract', () => {
    const draft = { ...emptyDraft, subject: 'x', aspectRatio: '16:9' as const };
    const request = toPictureRequest(draft, 'speed', 'hg');
    expect(GenerateRequest.parse({ ...request, provider: 'google' })).toMatchObject({
      prompt: 'x.',
      mode: 'image',
      quality: 'speed',
      language: 'hg',
      aspectRatio: '16:9',
      previewMax: 256,
    });
  });

  test('the longest subject fits into a prompt together with every choice', () => {
    const request = toPictureRequest(
      {
        subject: 'x'.repeat(subjectMaxCharacters),
        style: 'Photorealistic',
        color: 'Black and White',
        composition: 'Top-down view',
        aspectRatio: '1:1',
      },
      'quality',
      'en',
    );
    expect(GenerateRequest.safeParse({ ...request, provider: 'google' }).success).toBe(true);
  });
});
