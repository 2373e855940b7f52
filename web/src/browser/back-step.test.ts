import { expect, test } from 'vitest';
import { getNextStep } from './back-step';

type Entries = Parameters<typeof getNextStep>[0];
type Step = ReturnType<typeof getNextStep>;

const page: Entries = { depth: 0, top: 0, open: 0, changes: 0 };

test.each([
  ['nothing happens on a page without overlays', page, 'none'],
  [
    'nothing happens while each overlay has its entry',
    { ...page, depth: 2, top: 2, open: 2 },
    'none',
  ],
  ['an overlay that has opened gets an entry', { ...page, open: 1 }, 'add'],
  ['a second overlay gets an entry', { ...page, depth: 1, top: 1, open: 2 }, 'add'],
  ['the entry of a closed overlay is left', { ...page, depth: 1, top: 1 }, { go: -1 }],
  [
    'the entries of overlays that closed together are left together',
    { ...page, depth: 3, top: 3, open: 1 },
    { go: -2 },
  ],
  ['an overlay that refused to close gets its entry back', { ...page, top: 1, open: 1 }, { go: 1 }],
  ['entries ahead are used before another is added', { ...page, top: 1, open: 2 }, { go: 1 }],
  ['an entry ahead that no overlay needs stays there', { ...page, top: 2, open: 1 }, { go: 1 }],
  [
    'a change of the page runs immediately if no overlay has an entry',
    { ...page, open: 1, changes: 1 },
    'change',
  ],
  [
    'a change of the page first leaves the entries of open overlays',
    { ...page, depth: 2, top: 2, open: 2, changes: 1 },
    { go: -2 },
  ],
  [
    'a change of the page does not go to an entry ahead',
    { ...page, top: 1, open: 1, changes: 1 },
    'change',
  ],
] as const)('%s', (_title, entries, step) => {
  expect(getNextStep(entries)).toEqual(step);
});

/** Applies a step as a browser does. */
function take(entries: Entries, step: Exclude<Step, 'none'>): Entries {
  if (step === 'change') return { ...entries, top: 0, changes: entries.changes - 1 };
  const depth = entries.depth + (step === 'add' ? 1 : step.go);
  return { ...entries, depth, top: Math.max(entries.top, depth) };
}

/** Takes steps until none is left. Throws if there are too many. */
function settle(entries: Entries, stepsLeft = 20): Entries {
  const step = getNextStep(entries);
  if (step === 'none') return entries;
  if (stepsLeft === 0) throw new Error('The steps do not end.');
  return settle(take(entries, step), stepsLeft - 1);
}

test('every state ends with one entry for each overlay and without waiting changes', () => {
  const upTo3 = [0, 1, 2, 3];
  for (const top of upTo3)
    for (const depth of upTo3.slice(0, top + 1))
      for (const open of upTo3)
        for (const changes of upTo3) {
          const settled = settle({ depth, top, open, changes });
          expect(settled).toMatchObject({ depth: open, open, changes: 0 });
        }
});
