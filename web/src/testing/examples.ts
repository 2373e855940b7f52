/**
 * The answers that a test of the API has recorded from the running server (`api/examples`). A component test
 * may change their free values, such as words and amounts, and never their state.
 */
import type { Operation } from '@sachet/shared/operations/operation';
import { operations, type OperationName } from '@sachet/shared/operations/operations';
import { type AnswerState, findDifference, readStates } from '@sachet/shared/testing/answer-states';
import conversations from './examples/conversations.json';
import generations from './examples/generations.json';
import money from './examples/money.json';

const files: readonly Readonly<Record<string, Readonly<Record<string, unknown>>>>[] = [
  generations,
  money,
  conversations,
];

/** Returns the contract of the last success that the operation lists: 202 rather than 200. */
export function getSuccess(name: OperationName) {
  const { answers }: Operation = operations[name];
  const [status = '', contract = null] =
    Object.entries(answers).findLast(([status]) => Number(status) < 300) ?? [];
  return { status: Number(status), contract };
}

/** The recorded states of each part of an answer. */
const recorded = new Map<string, AnswerState[]>();
for (const file of files) {
  for (const [operation, answers] of Object.entries(file)) {
    const { contract } = getSuccess(operation as OperationName);
    for (const answer of Object.values(answers)) {
      for (const { name, state } of readStates(contract!, answer, operation)) {
        recorded.set(name, [...(recorded.get(name) ?? []), state]);
      }
    }
  }
}

/** Returns what is wrong with an answer that the real API never sends; null for one that it may send. */
export function findUnrecorded(operation: OperationName, answer: unknown): string | null {
  const { contract } = getSuccess(operation);
  for (const { name, state } of contract ? readStates(contract, answer, operation) : []) {
    const states = recorded.get(name);
    const difference = states && findDifference(state, states);
    if (difference) return `${operation} never answers with this ${name}: ${difference.join('; ')}`;
  }
  return null;
}

/**
 * Returns the first recorded answer of which `given` only changes free values, with these values. Throws if
 * the server gives no such answer.
 */
export function findExample<Answer extends object>(
  operation: OperationName,
  examples: readonly Answer[],
  change: (example: Answer) => Answer,
): Answer {
  for (const example of examples) {
    const changed = change(example);
    if (findUnrecorded(operation, changed) === null) return changed;
  }
  const [first] = examples.map(change);
  throw new Error(findUnrecorded(operation, first) ?? 'No example is recorded');
}
