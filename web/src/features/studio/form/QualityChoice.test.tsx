import type { Quality } from '@sachet/shared/contracts/vocabulary';
import { useState } from 'react';
import { test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, see } from '../../../testing/mount';
import { refuse } from '../../../testing/server';
import { PictureQuality } from './QualityChoice';

function Choice() {
  const [quality, setQuality] = useState<Quality>('quality');
  return <PictureQuality mode="image" value={quality} onChange={setQuality} />;
}

test('the choice of quality names the models of the full picture', async () => {
  await mount(<Choice />);
  await see(page.getByText(/^Gemini Pro Image or GPT Image redraws the full picture/));
  await page.getByRole('radio', { name: 'Speed' }).click();
  await see(
    page.getByText(/^Gemini Image or GPT Image mini draws the preview and the full picture/),
  );
});

test('the choice of quality has a description without the model names', async () => {
  refuse('GET /api/picture-models', 'unavailable');
  await mount(<Choice />);
  await see(page.getByText('Premium models, best results.'));
});
