// Compares the answers of the real API with the recorded ones that component tests use.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { OperationName } from '@sachet/shared/operations/operations';
import { root } from '../../dev/local/places.ts';

/** By operation, then by a name of the state. */
export type Examples = Partial<Record<OperationName, Record<string, unknown>>>;

const fixed: readonly [RegExp, string][] = [
  [/\b(gen|wal|con|pic|hold|org|inv|turn|order|pay|rep)_\w{6,}/g, '$1_1'],
  [/"uid":"\w+"/g, '"uid":"user"'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-03-01T10:00:00.000Z'],
  [/\/api\/images\/[^"\s]*/g, '/favicon.svg'],
  [/ ?\[\[[^\]]*\]\]/g, ''],
  [/"elapsedMs":\d+/g, '"elapsedMs":1000'],
];

/** Replaces what differs between two runs: ids, times, signed addresses and the markers of prompts. */
function normalize<Answer>(answer: Answer): Answer {
  let text = JSON.stringify(answer);
  for (const [pattern, replacement] of fixed) text = text.replace(pattern, replacement);
  return JSON.parse(text) as Answer;
}

/** A line for each state. */
function toText(examples: Examples): string {
  const operations = Object.entries(examples).map(([operation, states]) => {
    const lines = Object.entries(states).map(
      ([name, answer]) => `    ${JSON.stringify(name)}: ${JSON.stringify(answer)}`,
    );
    return `  ${JSON.stringify(operation)}: {\n${lines.join(',\n')}\n  }`;
  });
  return `{\n${operations.join(',\n')}\n}\n`;
}

/**
 * Fails if the answers are not those of `web/src/testing/examples/<file>.json`. `RECORD_EXAMPLES=1` writes the
 * file.
 */
export function expectRecorded(file: string, examples: Examples): void {
  const path = join(root, 'web/src/testing/examples', `${file}.json`);
  const normalized = normalize(examples);
  if (process.env.RECORD_EXAMPLES) writeFileSync(path, toText(normalized));
  const recorded: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  expect(
    normalized,
    `The API's answers have changed. Record them with RECORD_EXAMPLES=1 npm test -- api/examples, then adapt the client.`,
  ).toEqual(recorded);
}
