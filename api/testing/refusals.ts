import { expect } from 'vitest';
import { ApiError, statusByCode, type ErrorCode } from '@sachet/shared/contracts/error';
import type { Answer } from './client.ts';

/** Words that only programmers use, and words that reveal internals. */
const internals =
  /node_modules|\bat \S+ \(|kysely|postgres|\bsql\b|bullmq|redis|firebase|zod|undefined|\[object|Error:|ECONN|sachet_|localhost|127\.0\.0\.1|violates|constraint/i;

/** Checks that an answer is a refusal with the status of its code and a message for people. */
export function expectRefusal(answer: Answer<unknown>, code: ErrorCode, field?: string): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: statusByCode[code],
    body: { code },
  });
  const body = ApiError.strict().parse(answer.body);
  expect(body.field).toBe(field);
  expect(body.error.length).toBeGreaterThan(0);
  expect(body.error).not.toMatch(internals);
}
