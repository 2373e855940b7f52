// A microphone that loads after its field. This file loads it in one test only, so that the first render waits.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, see } from '../../../testing/mount';
import { SpokenField } from './SpokenField';

test('a field keeps its place when its microphone has loaded', async () => {
  const tops: number[] = [];
  const measure = (field: Element | null) => {
    if (field && tops.length === 0) tops.push(field.getBoundingClientRect().top);
  };
  await mount(
    <div ref={(part) => measure(part?.querySelector('input') ?? null)}>
      <SpokenField label="Niche" value="" maxLength={100} onText={() => undefined} />
    </div>,
  );
  await see(page.getByRole('button', { name: 'Speak: Niche' }));
  expect(page.getByLabelText('Niche', { exact: true }).element().getBoundingClientRect().top).toBe(
    tops[0],
  );
});
