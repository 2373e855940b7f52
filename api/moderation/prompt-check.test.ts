import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { startCable, type Cable } from '../testing/cable.ts';
import { readRefusal } from '../testing/chat.ts';
import { createCustomer, somePrompt, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';

const forbidden = somePrompt('[[moderate:violence]]');
let open: OpenStack;
let cable: Cable;
let customer: Customer;
beforeAll(async () => {
  cable = await startCable(coordinate('TEST_OPENAI_URL'));
  const env = { PROMPT_CHECK: 'on', OPENAI_BASE_URL: cable.url };
  open = await openStack({ withoutWorker: true, env });
  customer = await createCustomer(open.stack);
});
afterAll(async () => {
  await open?.stop();
  await cable?.pull();
});

test('a forbidden prompt is refused before a provider is asked, a row is written or money moves', async () => {
  const before = await open.books.mark();
  for (const mode of ['image', 'general', 'instagram'] as const) {
    expectRefusal(await customer.generate({ mode, prompt: forbidden }), 'prompt_refused');
  }
  expectRefusal(await readRefusal(customer, { prompt: forbidden }), 'prompt_refused');
  const json = { prompt: forbidden, mode: 'image', language: 'en' };
  expectRefusal(await customer.send('/api/improve-prompt', { json }), 'prompt_refused');
  expect(await open.books.query('select 1 from generation')).toEqual([]);
  expect(await open.books.query('select 1 from provider_call')).toEqual([]);
  expect(await open.books.mark()).toBe(before);
});

test('other prompts pass, and so do prompts that cannot be checked', async () => {
  await expect(customer.startPreview({ prompt: somePrompt('') })).resolves.toBeDefined();
  await cable.pull();
  await expect(customer.startPreview({ prompt: forbidden })).resolves.toBeDefined();
});
