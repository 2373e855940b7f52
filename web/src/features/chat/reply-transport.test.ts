import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTextFlow } from './reply-transport';

let draw: (() => void) | null = null;
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    draw = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (draw = null));
});
afterEach(() => vi.unstubAllGlobals());

test('the text flow shows all chunks of one frame together', () => {
  const shown: string[] = [];
  const flow = createTextFlow('', (text) => shown.push(text));
  flow.add('Kites ', 6);
  flow.add('fly', 9);
  expect(shown).toEqual([]);
  draw?.();
  expect(shown).toEqual(['Kites fly']);
  expect(flow.length()).toBe(9);
});

test('the text flow ignores a chunk that is repeated after a reconnection', () => {
  const shown: string[] = [];
  const flow = createTextFlow('Kites fl', (text) => shown.push(text));
  flow.add('fly', 9);
  flow.add(' high', 14);
  flow.add('gh', 14);
  flow.flush();
  expect(shown).toEqual(['Kites fly high']);
});

test('the text flow starts again when a reply is read from its beginning', () => {
  const shown: string[] = [];
  const flow = createTextFlow('Kites', (text) => shown.push(text));
  flow.add('Kites fly', 9);
  flow.flush();
  expect(shown).toEqual(['Kites fly']);
});

test('the text flow shows nothing when no new chunk has arrived', () => {
  const shown: string[] = [];
  createTextFlow('Kites', (text) => shown.push(text)).flush();
  expect(shown).toEqual([]);
});
