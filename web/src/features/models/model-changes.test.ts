import type { AdminModel, AdminModelsResponse } from '@sachet/shared/models/contracts/admin-models';
import { describe, expect, test } from 'vitest';
import { getChanges, choicesFor, emptyDraft, parsePrice, type Draft } from './model-changes';

const noPrices = {
  inputPerMillionTokensUSD: null,
  cachedInputPerMillionTokensUSD: null,
  cacheWritePerMillionTokensUSD: null,
  imageInputPerMillionTokensUSD: null,
  outputPerMillionTokensUSD: null,
  imageOutputPerMillionTokensUSD: null,
  perImageUSD: null,
};

const model = (id: string, change: Partial<AdminModel> = {}): AdminModel => ({
  id,
  label: id,
  provider: 'openai',
  tier: 'quality',
  capabilities: ['text', 'vision', 'image', 'image-edit'],
  status: 'enabled',
  enabled: true,
  lastSeenAt: null,
  shutdownAt: null,
  deprecatedBecause: null,
  largestSize: null,
  prices: { ...noPrices, inputPerMillionTokensUSD: 1, outputPerMillionTokensUSD: 4 },
  upcomingPrices: [],
  priced: true,
  ...change,
});
const unpriced = {
  enabled: false,
  status: 'candidate',
  prices: noPrices,
  priced: false,
} as const;

const both = (id: string | null) => ({ quality: id, speed: id });
const catalogue = (models: AdminModel[]): AdminModelsResponse => ({
  models,
  defaults: { text: both('one'), vision: both('one'), image: { generate: 'one', edit: 'one' } },
  currentSync: null,
  lastSync: null,
});
const data = catalogue([model('one'), model('two')]);
const changes = (draft: Partial<Draft>, { of = data, mustConfirm = false } = {}) =>
  getChanges(of, { ...emptyDraft, ...draft }, mustConfirm);

describe('model updates', () => {
  test('getChanges sends nothing when nothing has changed', () => {
    const same = { 'openai/one': true };
    expect(changes({})).toMatchObject({ count: 0, request: null });
    expect(changes({ models: same })).toMatchObject({ count: 0, request: null });
  });

  test('getChanges sends an enabled model without the defaults, also if it has no price', () => {
    const of = catalogue([model('one'), model('two', unpriced)]);
    const models = { 'openai/two': true };
    expect(changes({ models }, { of })).toMatchObject({ count: 1, errors: [] });
    const updates = [{ id: 'two', provider: 'openai', enabled: true }];
    expect(changes({ models }, { of }).request).toEqual({ updates });
  });

  test('getChanges sends all six defaults when one changes, and none while one is missing', () => {
    const defaults = { text_speed: 'two' };
    expect(changes({ defaults }).request?.defaults).toEqual({
      text: { quality: 'one', speed: 'two' },
      vision: both('one'),
      image: { generate: 'one', edit: 'one' },
    });
    const incomplete = { ...data, defaults: { ...data.defaults, vision: both(null) } };
    expect(changes({ defaults }, { of: incomplete })).toMatchObject({
      isComplete: false,
      request: null,
    });
  });

  test('getChanges sends the current defaults to confirm a replaced one', () => {
    const { request } = changes({}, { mustConfirm: true });
    expect(request).toMatchObject({ updates: [], defaults: { text: both('one') } });
  });
});

describe('updates that the server would refuse', () => {
  test('getChanges does not disable a default model until another default is chosen', () => {
    const models = { 'openai/one': false };
    const off = changes({ models });
    expect(off.chosen.text_quality).toBeNull();
    expect(off).toMatchObject({ request: null, errors: [{ id: 'one', isStillDefault: true }] });
    const names = Object.keys(off.chosen).map((purpose) => [purpose, 'two']);
    const replaced = changes({ models, defaults: Object.fromEntries(names) });
    expect(replaced).toMatchObject({ count: 7, errors: [], request: { updates: [{ id: 'one' }] } });
  });
});

test('choicesFor returns only models that are enabled, capable and not deprecated', () => {
  const models = [
    model('on'),
    model('off', { enabled: false, status: 'candidate' }),
    model('gone', { enabled: false, status: 'deprecated' }),
    model('words', { capabilities: ['text'] }),
  ];
  expect(choicesFor(models, 'image_edit').map(({ id }) => id)).toEqual(['on']);
  expect(choicesFor(models, 'text_speed').map(({ id }) => id)).toEqual(['on', 'words']);
});

test.each([
  ['', null],
  [' 0 ', 0],
  ['.5', 0.5],
  ['12.000001', 12.000001],
  ['0.0000001', undefined],
  ['10001', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['.', undefined],
])('parsePrice parses %j as %j', (typed, usd) => {
  expect(parsePrice(typed)).toBe(usd);
});
