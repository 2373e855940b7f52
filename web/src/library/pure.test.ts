import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysLeft } from './days-left';
import { parseFilter } from './filter';
import { gap, toLayout } from './layout';
import { toPlain } from './to-plain';
import { clamp, toFitted, toSwipe, wholeView, zoomAt } from '../viewer/zoom';

const parse = (search: string) => parseFilter(new URLSearchParams(search));

describe('a filter', () => {
  test('is what the address says, without what is wrong', () => {
    const whole = 'tool=image&state=kept&provider=openai&favourite=1&from=2026-01-01&q=kite';
    expect(new URLSearchParams(parse(whole)).toString()).toBe(
      new URLSearchParams(Object.fromEntries(new URLSearchParams(whole))).toString(),
    );
    expect(parse('tool=video&favourite=yes&from=tomorrow&q=&open=gen_1')).toEqual({});
    expect(parse('from=2026-02-01&to=2026-01-01')).toEqual({ from: '2026-02-01' });
  });
});

describe('what a tile shows of a text', () => {
  test('is without the signs of Markdown', () => {
    expect(toPlain('# Tea\n- **Rain** outside #chai')).toBe('Tea\nRain outside #chai');
  });

  test('is of ideas what they say, however the excerpt ends', () => {
    const ideas =
      '{"ideas":[{"title":"Say \\"chai\\"","hashtags":["#tea"],"visualPrompt":"A stall in th';
    expect(toPlain(ideas)).toBe('Say chai\nA stall in th');
  });
});

test('tiles fill every width, and two stand side by side on the narrowest phone', () => {
  expect(toLayout(328).columns).toBe(2);
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 3000 }), (width) => {
      const { columns, tile } = toLayout(width);
      expect(columns * tile + (columns - 1) * gap).toBeCloseTo(width, 6);
      expect(tile).toBeGreaterThanOrEqual(150);
    }),
  );
});

test('a day that has begun is one that is left', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  expect(daysLeft(null, now)).toBeNull();
  expect(daysLeft('2026-03-03T09:59:00Z', now)).toBe(2);
  expect(daysLeft('2026-03-01T10:01:00Z', now)).toBe(1);
  expect(daysLeft('2026-02-01T00:00:00Z', now)).toBe(0);
});

describe('a view', () => {
  const stage = { width: 300, height: 400 };
  const fitted = toFitted({ width: 1024, height: 512 }, stage);

  test('shows a picture whole at first, and never less', () => {
    expect(fitted).toEqual({ width: 300, height: 150 });
    expect(clamp({ scale: 0.2, x: 90, y: -90 }, fitted, stage)).toEqual(wholeView);
  });

  test('keeps what is under the finger there', () => {
    const point = { x: 60, y: -20 };
    const near = zoomAt(wholeView, 2, point);
    expect([near.scale, near.x, near.y]).toEqual([2, -60, 20]);
  });

  test('never leaves the picture, however it is moved', () => {
    const any = fc.double({ min: -5000, max: 5000, noNaN: true });
    fc.assert(
      fc.property(any, any, fc.double({ min: 0.01, max: 50, noNaN: true }), (x, y, scale) => {
        const view = clamp({ x, y, scale }, fitted, stage);
        expect(view.scale).toBeGreaterThanOrEqual(1);
        const most = Math.max(0, (fitted.width * view.scale - stage.width) / 2);
        expect(Math.abs(view.x)).toBeLessThanOrEqual(most + 1e-9);
      }),
    );
  });

  test('goes on by a swipe to the side, not by one down', () => {
    expect(toSwipe({ x: -80, y: 10 })).toBe('next');
    expect(toSwipe({ x: 80, y: 10 })).toBe('previous');
    expect(toSwipe({ x: 20, y: 0 })).toBeNull();
    expect(toSwipe({ x: -80, y: 90 })).toBeNull();
  });
});
