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

test('given many chunks before a frame, then they are shown once', () => {
  const shown: string[] = [];
  const flow = createTextFlow('', (text) => shown.push(text));
  flow.add('Kites ', 6);
  flow.add('fly', 9);
  expect(shown).toEqual([]);
  draw?.();
  expect(shown).toEqual(['Kites fly']);
  expect(flow.length()).toBe(9);
});

test('given a chunk that comes again after a reconnection, then nothing is said twice', () => {
  const shown: string[] = [];
  const flow = createTextFlow('Kites fl', (text) => shown.push(text));
  flow.add('fly', 9);
  flow.add(' high', 14);
  flow.add('gh', 14);
  flow.flush();
  expect(shown).toEqual(['Kites fly high']);
});

test('given a reply that is read from its beginning again, then it begins again', () => {
  const shown: string[] = [];
  const flow = createTextFlow('Kites', (text) => shown.push(text));
  flow.add('Kites fly', 9);
  flow.flush();
  expect(shown).toEqual(['Kites fly']);
});

test('given nothing new, then nothing is shown', () => {
  const shown: string[] = [];
  createTextFlow('Kites', (text) => shown.push(text)).flush();
  expect(shown).toEqual([]);
});
