// During a rolling update, a page meets servers that know more or fewer providers than it does.
import { operations, type OperationName } from '@sachet/shared/operations/operations';
import { expect, test, vi } from 'vitest';
import generations from '../testing/examples/generations.json';
import { parseAnswer } from './answers';

const parse = (name: OperationName, body: unknown) => parseAnswer(operations[name], 200, body);

const unknown = 'a_provider_of_tomorrow';
const serves = {
  uses: ['texts'],
  largestSizes: {
    image: { quality: null, speed: null },
    edit_image: { quality: null, speed: null },
  },
  cutRatios: { quality: [], speed: [] },
};

test('an old page ignores a provider that only the new server knows', () => {
  expect(parse('GET /api/providers', { google: serves, [unknown]: serves })).toEqual({
    google: serves,
  });
});

test('a new page accepts the answer of an old server that knows fewer providers', () => {
  expect(parse('GET /api/providers', {})).toEqual({});
});

test('an old page shows the results of the providers that it knows', () => {
  const [result] = Object.values(generations['GET /api/generation']);
  const items = [unknown, 'google', unknown, 'openai'].map((provider) => ({ ...result, provider }));
  const { items: shown } = parse('GET /api/generations', { items, next: 'more' }) as {
    items: { provider: string }[];
  };
  expect(shown.map(({ provider }) => provider)).toEqual(['google', 'openai']);
});

test('an old page keeps the row of a statement whose provider it does not know', () => {
  const row = {
    seq: 3,
    at: '2026-03-01T10:00:00.000Z',
    kind: 'HoldCaptured',
    amount: -6,
    held: -6,
    balanceAfter: 244,
    heldAfter: 0,
    tool: 'general',
    mode: 'general',
    modelName: 'A model',
    finalSize: null,
    smallerSize: null,
    refundOf: null,
    subject: 'How do I price laddoos?',
    thumbnailUrl: null,
    generationId: 'gen_1',
    conversationId: null,
    paymentId: null,
    orderId: null,
    member: null,
    reason: null,
  };
  const rest = { next: null, totals: { events: 1, in: 0, out: 6 }, balance: 244, held: 0 };
  const of = (provider: string | null) => ({ ...rest, items: [{ ...row, provider }] });
  expect(parse('GET /api/statement', of(unknown))).toMatchObject(of(null));
});

test('an answer with another fault is refused', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [result] = Object.values(generations['GET /api/generation']);
  const items = [
    { ...result, provider: unknown },
    { ...result, mode: 'sculpture' },
  ];
  expect(() => parse('GET /api/generations', { items, next: null })).toThrow('Unexpected answer');
  expect(complain).toHaveBeenCalledOnce();
});
