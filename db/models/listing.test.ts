import { expect, test } from 'vitest';
import { dayMs } from '@sachet/shared/time';
import { decideListings, type ListedModel } from './listing.ts';
import type { Model } from './changes.ts';
import { someModel } from '../testing/models.ts';

const now = new Date('2026-11-21T00:00:00Z');
const listed = (id: string, shutdownAt: Date | null = null): ListedModel => ({
  id,
  label: id,
  capabilities: ['text', 'vision'],
  tier: id.includes('flash') ? 'speed' : 'quality',
  largestSize: null,
  shutdownAt,
});
const of = (models: Model[]) => ({ models, defaults: {} });
const ids = (models: readonly { id: string }[]) => models.map(({ id }) => id);

test('an unknown model becomes a candidate without a price, with the tier of its listing', () => {
  const { added } = decideListings(of([]), { google: [listed('g-flash-4'), listed('g-4')] }, now);
  expect(added).toMatchObject([
    { id: 'g-flash-4', tier: 'speed', status: 'candidate', enabled: false, last_seen_at: now },
    { id: 'g-4', tier: 'quality', text_in: null },
  ]);
});

test('a model that a list names twice is counted once', () => {
  const { added } = decideListings(of([]), { google: [listed('g-4'), listed('g-4')] }, now);
  expect(ids(added)).toEqual(['g-4']);
});

test('a listed model is marked as seen and otherwise unchanged', () => {
  const changes = decideListings(of([someModel()]), { google: [listed('g-pro')] }, now);
  expect(changes).toEqual({
    added: [],
    seen: [{ ...someModel(), last_seen_at: now }],
    deprecated: [],
    returned: [],
    defaults: [],
  });
});

const dayAgo = new Date(now.getTime() - dayMs);

test('a model that its list lacks stays enabled for a day, because a list may be short', () => {
  const models = [someModel(), someModel({ id: 'o-1', provider: 'openai' })];
  const { deprecated, seen } = decideListings(of(models), { google: [listed('other')] }, now);
  expect(deprecated).toEqual([]);
  expect(seen).toMatchObject([{ id: 'g-pro', enabled: true, missing_since: now }]);
});

test('a model that was missing for a day is deprecated', () => {
  const models = [
    someModel({ missing_since: dayAgo }),
    someModel({ id: 'g-max', missing_since: new Date(dayAgo.getTime() + 1) }),
    someModel({ id: 'o-1', provider: 'openai', missing_since: dayAgo }),
  ];
  const { deprecated } = decideListings(of(models), { google: [listed('other')] }, now);
  expect(deprecated).toMatchObject([
    { id: 'g-pro', enabled: false, status: 'deprecated', deprecated_because: 'vanished' },
  ]);
});

test('a model past its shutdown date is deprecated, and not added as new', () => {
  const past = new Date('2026-11-20T00:00:00Z');
  const { deprecated, added } = decideListings(
    of([someModel()]),
    { google: [listed('g-pro', past), listed('g-old', past)] },
    now,
  );
  expect(deprecated).toMatchObject([{ id: 'g-pro', deprecated_because: 'shut_down' }]);
  expect(added).toMatchObject([{ id: 'g-old', status: 'deprecated', enabled: false }]);
});

test('a model that is listed again returns to its earlier state, unless an admin deprecated it', () => {
  const gone = { status: 'deprecated', enabled: false } as const;
  const models = [
    someModel({ ...gone, deprecated_because: 'vanished', was_enabled: true }),
    someModel({ id: 'g-old', ...gone, deprecated_because: 'vanished' }),
    someModel({ id: 'g-max', ...gone, deprecated_because: 'admin' }),
  ];
  const all = [listed('g-pro'), listed('g-old'), listed('g-max')];
  const changes = decideListings(of(models), { google: all }, now);
  expect(changes.returned).toMatchObject([
    { id: 'g-pro', status: 'enabled', enabled: true, missing_since: null },
    { id: 'g-old', status: 'candidate', enabled: false },
  ]);
  expect(changes.seen[2]).toMatchObject({ id: 'g-max', status: 'deprecated' });
});

test('a model that was a default until it disappeared is the default again', () => {
  const pro = someModel({ missing_since: dayAgo });
  const max = someModel({ id: 'g-max' });
  const defaults = { text_quality: pro };
  const gone = decideListings({ models: [pro, max], defaults }, { google: [listed('g-max')] }, now);
  expect(gone.defaults).toMatchObject([{ purpose: 'text_quality', to: { id: 'g-max' } }]);
  const back = decideListings(
    { models: [gone.deprecated[0]!, max], defaults: { text_quality: max } },
    { google: [listed('g-pro'), listed('g-max')] },
    now,
  );
  expect(back.defaults).toMatchObject([{ purpose: 'text_quality', to: { id: 'g-pro' } }]);
});

test('a missing default is replaced within its tier, first from the same provider, else from the other tier', () => {
  const pro = someModel({ missing_since: dayAgo });
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
  expect(fallback([pro, flash, draws, off])).toEqual(['g-flash']);
  expect(fallback([pro, draws, off])).toEqual([null]);
});
