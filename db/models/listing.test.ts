import { expect, test } from 'vitest';
import { decideListings, type ListedModel } from './listing.ts';
import type { Model } from './changes.ts';
import { someModel } from '../testing/models.ts';

const now = new Date('2026-11-21T00:00:00Z');
const listed = (id: string, shutdownAt: Date | null = null): ListedModel => ({
  id,
  label: id,
  capabilities: ['text', 'vision'],
  tier: id.includes('flash') ? 'speed' : 'quality',
  shutdownAt,
});
const of = (models: Model[]) => ({ models, defaults: {} });
const ids = (models: readonly { id: string }[]) => models.map(({ id }) => id);

test('a model never seen before becomes a candidate without a price, of the tier that its listing says', () => {
  const { added } = decideListings(of([]), { google: [listed('g-flash-4'), listed('g-4')] }, now);
  expect(added).toMatchObject([
    { id: 'g-flash-4', tier: 'speed', status: 'candidate', enabled: false, last_seen_at: now },
    { id: 'g-4', tier: 'quality', input_microusd_per_million_tokens: null },
  ]);
});

test('a list that names a model twice makes one of it', () => {
  const { added } = decideListings(of([]), { google: [listed('g-4'), listed('g-4')] }, now);
  expect(ids(added)).toEqual(['g-4']);
});

test('what is listed is seen, and nothing else about it changes', () => {
  const changes = decideListings(of([someModel()]), { google: [listed('g-pro')] }, now);
  expect(changes).toEqual({
    added: [],
    seen: [{ ...someModel(), last_seen_at: now }],
    deprecated: [],
    returned: [],
    defaults: [],
  });
});

test('what is not listed is deprecated, but for the models of who gave no list', () => {
  const models = [someModel(), someModel({ id: 'o-1', provider: 'openai' })];
  const { deprecated } = decideListings(of(models), { google: [listed('other')] }, now);
  expect(deprecated).toMatchObject([
    { id: 'g-pro', enabled: false, status: 'deprecated', deprecated_because: 'vanished' },
  ]);
});

test('what is past its shutdown date is deprecated, and not new', () => {
  const past = new Date('2026-11-20T00:00:00Z');
  const { deprecated, added } = decideListings(
    of([someModel()]),
    { google: [listed('g-pro', past), listed('g-old', past)] },
    now,
  );
  expect(deprecated).toMatchObject([{ id: 'g-pro', deprecated_because: 'shut_down' }]);
  expect(added).toMatchObject([{ id: 'g-old', status: 'deprecated', enabled: false }]);
});

test('what had vanished comes back as a candidate; what an admin deprecated does not', () => {
  const gone = { status: 'deprecated', enabled: false } as const;
  const models = [
    someModel({ ...gone, deprecated_because: 'vanished' }),
    someModel({ id: 'g-max', ...gone, deprecated_because: 'admin' }),
  ];
  const changes = decideListings(of(models), { google: [listed('g-pro'), listed('g-max')] }, now);
  expect(changes.returned).toMatchObject([{ id: 'g-pro', status: 'candidate', enabled: false }]);
  expect(changes.seen).toMatchObject([{ id: 'g-pro' }, { id: 'g-max', status: 'deprecated' }]);
});

test('a default that is gone falls back within its tier: to the same provider first', () => {
  const pro = someModel();
  const flash = someModel({ id: 'g-flash', tier: 'speed' });
  const draws = someModel({ id: 'g-image', capabilities: ['image'] });
  const max = someModel({ id: 'g-max' });
  const other = someModel({ id: 'a-1', provider: 'openai' });
  const off = someModel({ id: 'g-beta', enabled: false, status: 'candidate' });
  const fallback = (models: Model[]) =>
    decideListings(
      { models, defaults: { text_quality: pro } },
      { google: models.filter(({ id }) => id !== 'g-pro').map(({ id }) => listed(id)) },
      now,
    ).defaults.map(({ to }) => to?.id ?? null);
  expect(fallback([pro, flash, draws, off, max, other])).toEqual(['g-max']);
  expect(fallback([pro, flash, draws, off, other])).toEqual(['a-1']);
  expect(fallback([pro, flash, draws, off])).toEqual([null]);
});
