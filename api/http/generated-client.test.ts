// A client that another project's generator makes of the OpenAPI document buys a picture.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import { createCustomer, somePrompt } from '../testing/client.ts';
import { shareStack, type SharedStack } from '../testing/stack.ts';

let open: SharedStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

interface Answer {
  readonly status: number;
  readonly data: Record<string, unknown>;
}
type Call = (given: object) => Promise<Answer>;

test('a generated client previews a picture and buys it once', async () => {
  const source = await generateSource(`${open.stack.apiUrl}/api/openapi.json`, {
    argumentStyle: 'object',
  });
  const file = join(coordinate('TEST_FOLDER'), `generated-client-${process.pid}.ts`);
  // The folder has no packages.
  const resolved = source.replaceAll(/"(@oazapfts\/runtime[^"]*)"/g, (_, name: string) =>
    JSON.stringify(import.meta.resolve(name)),
  );
  await writeFile(file, resolved);
  const client = await import(pathToFileURL(file).href);
  const { postGenerate, postUnlockImage, postUnlockImages } = client as Record<string, Call>;
  const customer = await createCustomer(open.stack);
  Object.assign(client.defaults, { baseUrl: open.stack.apiUrl, headers: customer.headers });

  const preview = await postGenerate!({
    generateRequest: { mode: 'image', provider: 'google', quality: 'speed', prompt: somePrompt() },
  });
  expect(preview.status).toBe(200);
  const purchase = {
    idempotencyKey: 'generated-client-1',
    unlockImageRequest: { recipe: preview.data['recipe'], finalSize: 1024 },
  };
  const bought = await postUnlockImage!(purchase);
  expect([bought.status, bought.data['charged']]).toEqual([200, 41]);
  expect((await postUnlockImage!(purchase)).status).toBe(200);
  const pictures = [{ generationId: preview.data['generationId'], price: 41 }];
  const refused = await postUnlockImages!({ unlockImagesRequest: { finalSize: 1024, pictures } });
  expect([refused.status, refused.data['field']]).toEqual([400, 'Idempotency-Key']);
  const { walletId } = await customer.wallet();
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 1,
    HoldCaptured: 1,
  });
});
