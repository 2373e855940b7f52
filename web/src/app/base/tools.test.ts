import { readFileSync } from 'node:fs';
import { lowestPriceRupees } from '@sachet/shared/models/rate-card';
import { formatPrice } from '@sachet/shared/money';
import { Mode } from '@sachet/shared/contracts/vocabulary';
import { LibraryFilter } from '@sachet/shared/studio/contracts/library';
import { paidTools, sales } from '@sachet/shared/sales';
import {
  cardModes,
  isImageMode,
  isPaidTextMode,
  lineModes,
  modes,
  tools,
} from '@sachet/shared/tools';
import { describe, expect, test } from 'vitest';
import { en } from '../../i18n/en';
import { hg } from '../../i18n/hg';
import { hi } from '../../i18n/hi';
import { modeIcon } from './tools';

const readStyles = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const styles = readStyles('styles.css');
const chartStyles = readStyles('features/finance/overview/charts.css');

const dictionaries = { en, hi, hg };

const find = (words: object, key: string): unknown =>
  key.split('.').reduce((at: unknown, part) => (at as Record<string, unknown>)?.[part], words);

/** Whether there is a text at `tool.image`, or one for each number. */
const isWritten = (words: object, key: string): boolean =>
  [key, `${key}_other`].some((each) => typeof find(words, each) === 'string');

const formWords = ['lead', 'prompt', 'promptPlaceholder', 'promptRequired', 'tooLong', 'price'];
const textWords = ['ask', 'sample1', 'sample2', 'length', 'neverTwice'];
const priceWords = ['pricesTitle', 'pricesText', 'pricesRow'];

describe.each(modes)('the tool %s', (mode) => {
  const { place, label, sale, print } = tools[mode];
  const isOnHome = place !== 'beside';
  const keys = [
    `tool.${mode}`,
    `tool.${mode}Short`,
    ...(place === 'card' ? [`tool.${mode}Text`] : []),
    ...(isOnHome && label === 'promise' ? [`tool.${mode}Price`] : []),
    ...(sale ? ['many', 'one', 'unlocked', 'count'].map((word) => `sold.${mode}.${word}`) : []),
    ...(isImageMode(mode) ? [`prices.${mode}Text`] : []),
    ...(isPaidTextMode(mode)
      ? [...formWords, ...textWords, ...priceWords].map((word) => `${mode}.${word}`)
      : []),
  ];

  test.each(['en', 'hi', 'hg'] as const)('has its words (%s)', (language) => {
    const missing = keys.filter((key) => !isWritten(dictionaries[language], key));
    expect(missing).toEqual([]);
  });

  test('has an icon, an ink and a place in the filter of the library', () => {
    expect(modeIcon[mode]).toBeDefined();
    expect(styles).toContain(`--${print}:`);
    expect(LibraryFilter.parse({ tool: mode })).toEqual({ tool: mode });
    expect(Mode.options).toContain(mode);
  });

  test('is free, or names its lowest price', () => {
    const price =
      isImageMode(mode) || isPaidTextMode(mode) ? formatPrice(lowestPriceRupees(mode)) : null;
    expect(price === null).toBe(sale === null);
    expect(price ?? '₹1').toMatch(/^₹[1-9]\d*$/);
  });
});

describe.each(paidTools)('what %s sold', (tool) => {
  test('has colours that no other tool has in the charts', () => {
    const { print, chart } = sales[tool];
    expect(styles).toContain(`--${print}:`);
    expect(chartStyles).toContain(`--chart-${chart}:`);
    const others = paidTools.filter((other) => other !== tool).map((other) => sales[other]);
    expect(others.map((other) => other.print)).not.toContain(print);
    expect(others.map((other) => other.chart)).not.toContain(chart);
  });

  test('has a name that no other tool has in the statement and on documents', () => {
    const { statement, document } = sales[tool];
    const others = paidTools.filter((other) => other !== tool).map((other) => sales[other]);
    expect(others.map((other) => other.statement)).not.toContain(statement);
    expect(others.map((other) => other.document)).not.toContain(document);
  });
});

test('home and the phone show the specified tools, and newer ones in lines after them', () => {
  expect(cardModes).toEqual(['instagram', 'general', 'image', 'edit_image']);
  expect(modes.slice(0, 5)).toEqual([
    'instagram',
    'instagram_ideas',
    'general',
    'image',
    'edit_image',
  ]);
  expect([...lineModes]).toEqual(modes.slice(5));
});
