import { describe, expect, test } from 'vitest';
import type { ModelUpdate } from '@sachet/shared/models/contracts/admin-models';
import { decideChanges, type Catalogue, type Model } from './changes.ts';
import { priceKinds } from '@sachet/shared/models/model-prices';
import { someModel } from '../testing/models.ts';

const noPrice = Object.fromEntries(priceKinds.map((kind) => [kind, null]));

function decide(
  model: Model,
  update: Omit<ModelUpdate, 'id'>,
  defaults: Catalogue['defaults'] = {},
) {
  return decideChanges({ models: [model], defaults }, { updates: [{ id: model.id, ...update }] });
}

function standing(model: Model, update: Omit<ModelUpdate, 'id'>) {
  const decided = decide(model, update);
  if ('kind' in decided) return decided.kind;
  const { enabled, status, deprecated_because } = decided.models[0]?.after ?? model;
  return { enabled, status, deprecated_because };
}

const on = { enabled: true, status: 'enabled', deprecated_because: null };
const off = { enabled: false, status: 'candidate', deprecated_because: null };

describe('`enabled` and `status` together', () => {
  const enabled = someModel();
  const candidate = someModel({ enabled: false, status: 'candidate' });
  const vanished = someModel({
    enabled: false,
    status: 'deprecated',
    deprecated_because: 'vanished',
  });
  test.each([
    ['an enabled model', enabled, { enabled: false }, off],
    ['an enabled model', enabled, { enabled: false, status: 'enabled' as const }, off],
    ['an enabled model', enabled, { status: 'candidate' as const }, off],
    ['a candidate', candidate, { enabled: true }, on],
    ['a candidate', candidate, { enabled: true, status: 'candidate' as const }, on],
    ['a candidate', candidate, { status: 'enabled' as const }, on],
    ['a deprecated model', vanished, { enabled: true }, 'is_deprecated'],
    ['a deprecated model', vanished, { status: 'enabled' as const }, on],
    ['a deprecated model', vanished, { enabled: false, status: 'candidate' as const }, off],
    [
      'an enabled model',
      enabled,
      { enabled: true, status: 'deprecated' as const },
      'is_deprecated',
    ],
    [
      'an enabled model',
      enabled,
      { status: 'deprecated' as const },
      { enabled: false, status: 'deprecated', deprecated_because: 'admin' },
    ],
    [
      'a deprecated one',
      vanished,
      { status: 'deprecated' as const, label: 'Gone' },
      { enabled: false, status: 'deprecated', deprecated_because: 'vanished' },
    ],
  ])('a change of %s has the right result (%#): %j', (_who, model, update, expected) => {
    expect(standing(model, update)).toEqual(expected);
  });
});

describe('prices', () => {
  test('a model without a price can be enabled, and a price of an enabled model removed', () => {
    expect(decideToday({ enabled: true })).toMatchObject({
      models: [{ after: { enabled: true } }],
    });
    const prices = { inputPerMillionTokensUSD: null };
    expect(decide(someModel(), { prices })).toMatchObject({
      models: [{ after: { text_in: null } }],
    });
  });

  const candidate = someModel({ ...noPrice, enabled: false, status: 'candidate' });
  const today = '2026-11-26';
  const decideToday = (update: Omit<ModelUpdate, 'id'>, more = {}) =>
    decideChanges(
      { models: [candidate], defaults: {} },
      { updates: [{ id: candidate.id, ...update }], ...more },
      today,
    );

  test('a price is stored in millionths of a dollar, and applies from today', () => {
    const prices = { inputPerMillionTokensUSD: 1.1, outputPerMillionTokensUSD: 4 };
    expect(decideToday({ prices, enabled: true })).toMatchObject({
      models: [{ after: { text_in: 1_100_000, text_out: 4_000_000, per_image: null } }],
      prices: [{ fromDay: today, text_in: 1_100_000, text_out: 4_000_000, cached_in: null }],
    });
  });

  test('a price of a later day changes nothing today', () => {
    const prices = { inputPerMillionTokensUSD: 1.1, outputPerMillionTokensUSD: 4 };
    const later = { prices, pricesFrom: '2026-12-01' };
    expect(decideToday(later)).toMatchObject({
      models: [],
      prices: [{ fromDay: '2026-12-01', text_in: 1_100_000 }],
    });
    expect(decideToday({ prices, pricesFrom: '2026-11-25' })).toMatchObject({
      kind: 'price_in_past',
    });
  });

  test.each([
    { inputPerMillionTokensUSD: 0 },
    { outputPerMillionTokensUSD: 0.009 },
    { perImageUSD: 0 },
  ])('the price %j needs a second confirmation', (prices) => {
    expect(decideToday({ prices })).toMatchObject({ kind: 'low_price' });
    expect(decideToday({ prices }, { confirmLowPrices: true })).toHaveProperty('models');
  });
});

describe('a default', () => {
  const first = someModel();
  const second = someModel({ id: 'g-max' });
  const catalogue = { models: [first, second], defaults: { text_quality: first } };

  test('a default cannot be removed without a replacement', () => {
    const updates = [{ id: 'g-pro', enabled: false }];
    expect(decideChanges(catalogue, { updates })).toEqual({
      kind: 'is_default',
      id: 'g-pro',
      purpose: 'text_quality',
    });
    const defaults = { text_quality: 'g-max' };
    expect(decideChanges(catalogue, { updates, defaults })).toMatchObject({
      models: [{ after: { id: 'g-pro', enabled: false } }],
      defaults: [{ purpose: 'text_quality', before: first, after: second }],
    });
  });

  test('a default must be enabled after the change, and must be able to do its work', () => {
    const chosen = (id: string, updates: ModelUpdate[] = []) =>
      decideChanges(catalogue, { updates, defaults: { image_generate: id } });
    expect(chosen('g-max')).toMatchObject({ kind: 'not_selectable', purpose: 'image_generate' });
    expect(chosen('nobody')).toMatchObject({ kind: 'unknown_model' });
    const draws = someModel({ id: 'draws', capabilities: ['image'], enabled: false });
    const withDraws = { ...catalogue, models: [first, draws] };
    const defaults = { image_generate: 'draws' };
    expect(decideChanges(withDraws, { updates: [], defaults })).toMatchObject({
      kind: 'not_selectable',
    });
    const updates = [{ id: 'draws', enabled: true }];
    expect(decideChanges(withDraws, { updates, defaults })).toMatchObject({
      defaults: [{ before: null, after: { id: 'draws' } }],
    });
  });

  test('a default that was already broken does not prevent other changes', () => {
    const broken = { ...first, enabled: false };
    const models = [broken, second];
    const updates = [{ id: 'g-max', label: 'G Max' }];
    expect(
      decideChanges({ models, defaults: { text_quality: broken } }, { updates }),
    ).toMatchObject({ models: [{ after: { label: 'G Max' } }] });
  });
});

test('a model name that both providers have must be qualified', () => {
  const models = [someModel(), someModel({ provider: 'openai' })];
  const change = (updates: ModelUpdate[]) => decideChanges({ models, defaults: {} }, { updates });
  expect(change([{ id: 'g-pro', label: 'x' }])).toEqual({ kind: 'ambiguous_model', id: 'g-pro' });
  expect(change([{ id: 'g-pro', provider: 'openai', label: 'x' }])).toMatchObject({
    models: [{ before: { provider: 'openai' } }],
  });
  const twice = { id: 'g-pro', provider: 'openai' } as const;
  expect(change([twice, twice])).toEqual({ kind: 'named_twice', id: 'g-pro' });
});
