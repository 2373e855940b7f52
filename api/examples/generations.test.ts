import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo } from '@sachet/adapters/images/testing/photos';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import { FailureCategory, Mode } from '@sachet/shared/contracts/vocabulary';
import { pictureProviders, type Provider } from '@sachet/shared/providers';
import type { FinalSize } from '@sachet/shared/models/rate-card';
import {
  createCustomer,
  respondAsync,
  type Customer,
  type PreviewOrder,
} from '../testing/client.ts';
import { expectRecorded } from '../testing/examples.ts';
import { openStack, shareStack, type SharedStack } from '../testing/stack.ts';

const poll = { timeout: 60_000, interval: 20 };

let open: SharedStack;
/** Makes everything that is free. */
let customer: Customer;
let uploadId: string;

beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
  uploadId = (await customer.upload(await somePhoto())).body.uploadId;
});
afterAll(() => open?.stop());

const prompt = 'A paper boat';
const somePhoto = () => photo(640, 480);

function toOrder(mode: Mode, provider: Provider = 'google', marker = ''): PreviewOrder {
  const photo = mode === 'edit_image' ? { uploadId } : {};
  return { mode, provider, prompt: `${prompt} ${marker}`.trim(), ...photo };
}

const examples: Record<string, GenerationResult> = {};

/** Records the generation as it is now. */
async function record(name: string, id: string, by = customer): Promise<GenerationResult> {
  expect(Object.keys(examples)).not.toContain(name);
  return (examples[name] = await by.generation(id));
}

/** Makes a preview until its end, and records it. */
async function recordMade(name: string, order: PreviewOrder): Promise<GenerationResult> {
  const { body } = await customer.generate(order);
  return record(name, body.generationId);
}

async function recordWaiting(): Promise<void> {
  const { google } = open.gates;
  await open.stack.worker.kill('SIGTERM');
  const queued = await Promise.all(
    Mode.options.map((mode) => customer.startPreview(toOrder(mode))),
  );
  for (const { generationId, mode } of queued) await record(`${mode}, queued`, generationId);
  google.shut();
  await open.stack.worker.start();
  for (const { generationId, mode } of queued) {
    await expect
      .poll(async () => (await customer.generation(generationId)).status, poll)
      .toBe('running');
    await record(`${mode}, running`, generationId);
  }
  for (const { generationId, mode } of queued) {
    await customer.cancel(generationId);
    await record(`${mode}, cancelled`, generationId);
  }
  google.reset();
}

async function recordMadeOnes(): Promise<void> {
  for (const mode of Mode.options) await recordMade(`${mode}, ready`, toOrder(mode));
  const captions = { ...toOrder('instagram'), uploadId };
  await recordMade('instagram, ready, of a photo', captions);
}

/** The failures of all categories by both providers, and those that only one tool has. */
async function recordFailures(): Promise<void> {
  const wanted: [Mode, string][] = [
    ...Mode.options.flatMap((mode) =>
      FailureCategory.options.map((category): [Mode, string] => [mode, `fail:${category}`]),
    ),
    ['image', 'fail:timeout'],
    ['image', 'fail:no_picture'],
    ['image', 'fail:says'],
    ['general', 'fail:cut'],
    ['instagram_ideas', 'ideas:broken'],
    ['instagram_ideas', 'ideas:none'],
  ];
  const failures = wanted.flatMap(([mode, marker]) =>
    pictureProviders.map((provider) => ({ mode, marker, provider })),
  );
  for (const mode of Mode.options)
    await recordFailuresOf(failures.filter((each) => each.mode === mode));
}

interface WantedFailure {
  readonly mode: Mode;
  readonly marker: string;
  readonly provider: Provider;
}

/** Makes the failures of one tool concurrently; those of all tools would wait too long for their turn. */
async function recordFailuresOf(failures: readonly WantedFailure[]): Promise<void> {
  const made = await Promise.all(
    failures.map(({ mode, marker, provider }) =>
      customer.generate(toOrder(mode, provider, `[[${marker}]]`)),
    ),
  );
  for (const [index, { mode, marker, provider }] of failures.entries()) {
    const { generationId } = made[index]!.body;
    await record(`${mode}, failed, ${provider}, ${marker}`, generationId);
  }
}

/** Starts its own stack, because the model rests afterwards. */
async function recordResting(): Promise<void> {
  const own = await openStack();
  try {
    const other = await createCustomer(own.stack);
    const { body } = await other.generate(toOrder('image', 'google', '[[fail:long_wait]]'));
    await record('image, failed, no capacity for a day', body.generationId, other);
  } finally {
    await own.stop();
  }
}

interface Purchase {
  readonly name: string;
  readonly order: PreviewOrder;
  /** One after another. */
  readonly sizes: readonly FinalSize[];
}

const purchases: Purchase[] = [
  { name: 'image, bought', order: toOrder('image'), sizes: [1024] },
  { name: 'image, bought, then a larger copy', order: toOrder('image'), sizes: [512, 1024] },
  { name: 'image, bought at the largest size', order: toOrder('image'), sizes: [2048] },
  ...FailureCategory.options.flatMap((category) =>
    pictureProviders.map((provider) => ({
      name: `image, purchase failed, ${provider}, ${category}`,
      order: toOrder('image', provider, `[[fail:${category}#premium]]`),
      sizes: [1024] as const,
    })),
  ),
];

/** Buys the picture as a new customer. */
async function buy({ order, sizes }: Omit<Purchase, 'name'>) {
  const buyer = await createCustomer(open.stack);
  const preview = await buyer.preview(order);
  for (const size of sizes) await buyer.unlock(preview, size);
  return { buyer, preview };
}

async function recordPurchases(): Promise<void> {
  const made = await Promise.all(purchases.map(buy));
  for (const [index, { name }] of purchases.entries()) {
    const { buyer, preview } = made[index]!;
    await record(name, preview.generationId, buyer);
  }
  const buyer = await createCustomer(open.stack);
  const { body: photo } = await buyer.upload(await somePhoto());
  const edit = await buyer.preview({ ...toOrder('edit_image'), uploadId: photo.uploadId });
  await buyer.unlock(edit, 1024);
  await record('edit_image, bought', edit.generationId, buyer);
  const answer = await buyer.preview(toOrder('general'));
  await buyer.unlockText(answer);
  await record('general, bought', answer.generationId, buyer);
}

/** A purchase that waits, is asked for, and is cancelled; a larger copy does the same. */
async function recordPurchaseInProgress(first: FinalSize[]): Promise<void> {
  const { google } = open.gates;
  const state = first.length > 0 ? 'image, bought, larger copy' : 'image, purchase';
  const { buyer, preview } = await buy({ order: toOrder('image'), sizes: first });
  await open.stack.worker.kill('SIGTERM');
  await buyer.unlock(preview, 1024, respondAsync);
  await record(`${state} queued`, preview.generationId, buyer);
  google.shut();
  await open.stack.worker.start();
  await expect
    .poll(async () => (await buyer.generation(preview.generationId)).providerAsked, poll)
    .toBe(true);
  await record(`${state} asked for`, preview.generationId, buyer);
  await buyer.cancel(preview.generationId);
  await record(`${state} cancelled`, preview.generationId, buyer);
  google.reset();
}

async function recordLostPreview(): Promise<void> {
  const { buyer, preview } = await buy({ order: toOrder('image'), sizes: [512] });
  const [row] = await open.books.query<{ original_key: string }>(
    'select original_key from generation where id = $1',
    [preview.generationId],
  );
  rmSync(join(open.imageFolder, row!.original_key));
  await buyer.unlock(preview, 1024);
  await record('image, bought, larger copy failed', preview.generationId, buyer);
}

test('the generations that component tests use are those of the server', async () => {
  await recordMadeOnes();
  await recordFailures();
  await recordResting();
  await recordPurchases();
  await recordWaiting();
  await recordPurchaseInProgress([]);
  await recordPurchaseInProgress([512]);
  await recordLostPreview();
  expectRecorded('generations', { 'GET /api/generation': examples });
});
