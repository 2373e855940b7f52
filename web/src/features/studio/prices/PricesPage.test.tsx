import {
  chatBlockPriceRupees,
  finalSizes,
  imagePriceRupees,
  textPriceRupees,
} from '@sachet/shared/models/rate-card';
import { formatPrice } from '@sachet/shared/money';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pictureModels } from '../../../testing/generations';
import { see } from '../../../testing/mount';
import { haveProviders, requiredProviders } from '../../../testing/providers';
import { answer, refuse } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const tables = {
  image: 'AI image generator',
  edit_image: 'AI image editor',
} as const;
const modes = ['image', 'edit_image'] as const;
const tiers = [
  { provider: 'google', quality: 'quality', name: 'Google · Quality' },
  { provider: 'google', quality: 'speed', name: 'Google · Speed' },
  { provider: 'openai', quality: 'quality', name: 'OpenAI · Quality' },
  { provider: 'openai', quality: 'speed', name: 'OpenAI · Speed' },
] as const;

const table = (name: string) => page.getByRole('table', { name, exact: true });
/** The amounts in a column; a size that is not on sale has none. */
function amounts(of: string, name: string): string[] {
  const { tHead, tBodies } = table(of).element() as HTMLTableElement;
  const heads = Array.from(Array.from(tHead?.rows ?? []).at(-1)?.cells ?? []);
  // The corner spans both rows of heads, and is a cell of the first.
  const column =
    heads.findIndex(({ textContent }) => textContent === name) + tHead!.rows.length - 1;
  return Array.from(tBodies[0]?.rows ?? [], (row) => row.cells[column]?.textContent ?? '').filter(
    (text) => text.startsWith('₹'),
  );
}
const model = (name: string, text: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByText(text).first();

test.each(modes)(
  'each size of each tier shows the price at which it is sold, for %s',
  async (mode) => {
    await visit('/prices');
    for (const { provider, quality, name } of tiers) {
      await see(table(tables[mode]));
      expect(amounts(tables[mode], name), name).toEqual(
        finalSizes.map((size) => formatPrice(imagePriceRupees({ mode, quality, provider, size }))),
      );
    }
  },
);

test('chats and full answers have one price for each provider and quality', async () => {
  await visit('/prices');
  await see(table('Chat with AI'));
  for (const [provider, name] of [
    ['google', 'Google'],
    ['openai', 'OpenAI'],
  ] as const) {
    expect(amounts('Chat with AI', name)).toEqual([formatPrice(chatBlockPriceRupees(provider))]);
  }
  for (const { provider, quality, name } of tiers) {
    expect(amounts('One question to both', name)).toEqual([
      formatPrice(textPriceRupees({ mode: 'general', provider, quality })),
    ]);
  }
});

test('each tier names its current model', async () => {
  answer('GET /api/picture-models', {
    ...pictureModels,
    edit_image: {
      ...pictureModels.edit_image,
      speed: { google: 'Gemini Flash', openai: 'GPT Image mini' },
    },
  });
  await visit('/prices');
  await see(model('Google · Quality', 'Drawn by Gemini Pro Image'));
  await see(model('Google · Speed', 'Drawn by Gemini Flash'));
});

test('prices are shown even if the models cannot be loaded', async () => {
  refuse('GET /api/picture-models', 'unavailable');
  await visit('/prices');
  await see(table(tables.image));
  expect(amounts(tables.image, 'Google · Quality')).toHaveLength(finalSizes.length);
  expect(page.getByText('Drawn by').query()).toBeNull();
});

test.each([
  ['AI image editor', '?mode=edit_image'],
  ['Chat with AI', '?mode=general'],
  ['One question to both', '?mode=general&ask=both'],
])('the price of %s links to its tool', async (name, search) => {
  await visit('/prices');
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect.poll(() => location.pathname + location.search).toBe(`/${search}`);
});

test('a provider without a picture model shows no picture prices', async () => {
  const none = { ...pictureModels.image.speed, google: null };
  answer('GET /api/picture-models', {
    ...pictureModels,
    image: { ...pictureModels.image, speed: none },
  });
  await visit('/prices');
  await see(model('Google · Speed', 'Not available right now.'));
  expect(amounts('AI image generator', 'Google · Speed')).toEqual([]);
  expect(amounts('AI image generator', 'OpenAI · Speed')).toHaveLength(finalSizes.length);
});

test('a size that the model cannot draw has no price', async () => {
  const upTo1024 = { quality: null, speed: 1024 };
  haveProviders(requiredProviders, {
    google: { largestSizes: { image: upTo1024, edit_image: upTo1024 } },
  });
  await visit('/prices');
  await expect.poll(() => amounts('AI image generator', 'Google · Speed')).toHaveLength(2);
  expect(amounts('AI image generator', 'Google · Quality')).toHaveLength(finalSizes.length);
});

test('the prices of the specified tools and what is free come before those of other tools', async () => {
  await visit('/prices');
  await see(table('Product description'));
  const names = page.getByRole('main').getByRole('heading', { level: 2 }).elements();
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'AI image generator',
    'AI image editor',
    'Chat with AI',
    'One question to both',
    'Free',
    'Product description',
  ]);
});

test('a table of prices can be scrolled with the keyboard', async () => {
  await visit('/prices');
  const scroller = page.getByRole('region', { name: 'Chat with AI · Google · OpenAI' });
  await expect.element(scroller).toHaveAttribute('tabindex', '0');
});
