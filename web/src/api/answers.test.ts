// During a rolling update, a page meets servers that know more or fewer providers and tools than it does.
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
const statementRest = { next: null, totals: { events: 1, in: 0, out: 6 }, balance: 244, held: 0 };

test('an old page keeps the row of a statement whose provider it does not know', () => {
  const of = (provider: string | null) => ({ ...statementRest, items: [{ ...row, provider }] });
  expect(parse('GET /api/statement', of(unknown))).toMatchObject(of(null));
});

const newTool = 'a_tool_of_tomorrow';

test('an old page shows the results of the tools that it knows', () => {
  const [result] = Object.values(generations['GET /api/generation']);
  const items = [
    { ...result, mode: newTool, provider: unknown },
    { ...result, generationId: 'gen_known' },
    { ...result, mode: newTool },
  ];
  const { items: shown } = parse('GET /api/generations', { items, next: null }) as {
    items: { generationId: string }[];
  };
  expect(shown.map(({ generationId }) => generationId)).toEqual(['gen_known']);
});

test('an old page keeps the row of a statement whose tool it does not know', () => {
  const of = (name: string | null) => ({
    ...statementRest,
    items: [{ ...row, provider: 'google', tool: name, mode: name }],
  });
  expect(parse('GET /api/statement', of(newTool))).toMatchObject(of(null));
});

test('an old page ignores what was spent with a tool that it does not know', () => {
  const month = (spent: object) => ({ months: [{ month: '2026-03', spent }] });
  expect(parse('GET /api/wallet/usage', month({ [newTool]: 4, image: 20 }))).toEqual(
    month({ image: 20 }),
  );
  const member = (spent: object, bought: object) => ({ members: [{ uid: 'u', spent, bought }] });
  expect(
    parse(
      'GET /api/organization/usage',
      member({ [newTool]: 4, image: 20 }, { [newTool]: 1, image: 2 }),
    ),
  ).toEqual(member({ image: 20 }, { image: 2 }));
});

test('an old page keeps the providers of a server with another picture tool', () => {
  const { largestSizes } = serves;
  const google = {
    ...serves,
    largestSizes: { ...largestSizes, [newTool]: { quality: null, speed: null } },
  };
  expect(parse('GET /api/providers', { google })).toEqual({ google: serves });
});

test('an answer with another fault is refused', () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const [result] = Object.values(generations['GET /api/generation']);
  const items = [
    { ...result, provider: unknown },
    { ...result, aspectRatio: 'round' },
  ];
  expect(() => parse('GET /api/generations', { items, next: null })).toThrow('Unexpected answer');
  expect(complain).toHaveBeenCalledOnce();
});
