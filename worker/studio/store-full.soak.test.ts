// The disk for pictures is full before a provider is asked, or after it has answered.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDisk, type Disk } from '@sachet/adapters/images/testing/disk';
import { photo } from '@sachet/adapters/images/testing/photos';
import { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import { createCustomer, respondAsync, type Customer } from '../../api/testing/client.ts';
import { startGate, type Gate } from '../../api/testing/gate.ts';
import { expectRefusal } from '../../api/testing/refusals.ts';
import { impatient, openStack, type OpenStack } from '../../api/testing/stack.ts';
import { signUpSuperAdmin, someSuperAdmins } from '../../api/testing/super-admin.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';

const poll = { timeout: 60_000, interval: 100 };
/** The time of several sweeps, and of all attempts of a job. */
const longEnoughMs = 6_000;

let disk: Disk;
let gate: Gate;
let open: OpenStack;
let admin: Customer;
beforeAll(async () => {
  disk = createDisk(coordinate('TEST_FOLDER'));
  gate = await startGate(coordinate('TEST_GEMINI_URL'));
  const [email] = someSuperAdmins(1);
  open = await openStack({
    limits: impatient,
    env: {
      IMAGE_STORE: disk.folder,
      GEMINI_BASE_URL: gate.url,
      OPERATIONS_PORT: '0',
      SUPER_ADMIN_EMAILS: email!,
    },
  });
  admin = await signUpSuperAdmin(open.stack, email!);
});
afterAll(async () => {
  await open?.stop();
  await gate?.close();
  disk?.remove();
});
afterEach(() => open.books.expectToBeSound());

const readyz = async (server: string) => {
  const answer = await fetch(`${server}/readyz`);
  return { status: answer.status, images: ((await answer.json()) as { images: string }).images };
};
const worker = () => readyz(open.stack.worker.operationsUrl());
const api = () => readyz(open.stack.apiUrl);
const notices = async () =>
  AdminNoticesResponse.parse((await admin.send('/api/admin/notices')).body).notices;
const calls = (generationId: string) =>
  open.books.query<{ purpose: string; failure: string | null }>(
    'select purpose, failure from provider_call where generation_id = $1 order by at',
    [generationId],
  );

test('with a full disk no provider is asked, nothing is charged, the worker is not ready and admins get a notice', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview();
  const waiting = await customer.preview();
  expect(await worker()).toEqual({ status: 200, images: 'writable' });
  // Accepts a purchase before the disk is full.
  await open.stack.worker.kill();
  expect((await customer.unlock(waiting, 1024, respondAsync)).status).toBe(202);
  const asked = gate.asked.length;

  await disk.fill();
  await open.stack.worker.start();
  const images = disk.stateWhenFull;
  await expect.poll(worker, poll).toEqual({ status: 503, images });
  await expect.poll(api, poll).toEqual({ status: 200, images });
  await expect
    .poll(notices, poll)
    .toMatchObject([{ kind: 'images_not_stored', data: { state: images } }]);
  const metrics = await (await fetch(`${open.stack.worker.operationsUrl()}/metrics`)).text();
  expect(metrics).toContain('sachet_dependency_up{dependency="images"} 0');
  const refused = await customer.unlock(preview);
  expectRefusal(refused, 'unavailable');
  expect(refused.headers.get('retry-after')).toBe('60');
  expectRefusal(await customer.generate(), 'unavailable');
  expectRefusal(await customer.upload(await photo(30, 20)), 'unavailable');
  // Texts need no disk.
  expect((await customer.generate({ mode: 'general' })).status).toBe(200);
  await sleep(longEnoughMs);
  expect(gate.asked.length).toBe(asked + 1);
  expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 75 });

  disk.empty();
  await expect
    .poll(() => customer.generation(waiting.generationId), poll)
    .toMatchObject({ unlockStatus: 'done', charged: 75 });
  await expect.poll(worker, poll).toEqual({ status: 200, images: 'writable' });
  await expect.poll(notices, poll).toEqual([]);
  expect(await calls(waiting.generationId)).toEqual([
    { purpose: 'preview', failure: null },
    { purpose: 'final', failure: null },
  ]);
});

test('a drawn picture that cannot be stored is not charged and not requested again, and its cost is booked once', async () => {
  const customer = await createCustomer(open.stack);
  const preview = await customer.preview();
  const { walletId } = await customer.wallet();
  mkdirSync(join(disk.folder, preview.generationId, 'final-1.jpg'));

  const { status, body } = await customer.unlock(preview);
  expect([status, body.code]).toEqual([502, 'generation_failed']);
  await sleep(longEnoughMs);
  const once = [
    { purpose: 'preview', failure: null },
    { purpose: 'final', failure: null },
  ];
  expect(await calls(preview.generationId)).toEqual(once);
  expect(await customer.wallet()).toMatchObject({ walletBalance: 250, held: 0, available: 250 });
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 1,
    HoldVoided: 1,
  });

  // The next attempt waits until writing is tried again, and is then charged.
  expect((await customer.unlock(preview, 1024, respondAsync)).status).toBe(202);
  await expect
    .poll(() => customer.generation(preview.generationId), poll)
    .toMatchObject({ unlockStatus: 'done', charged: 75 });
  expect(await customer.wallet()).toMatchObject({ walletBalance: 175, held: 0 });
});

test('a preview that cannot be stored is requested from the provider only once', async () => {
  const customer = await createCustomer(open.stack);
  gate.shut();
  const asked = gate.asked.length;
  const started = await customer.startPreview();
  await gate.isAsked(asked + 1);
  const folder = join(disk.folder, started.generationId);
  for (const name of ['original.png', 'original.jpg', 'original.webp']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  gate.open();
  await expect
    .poll(() => customer.generation(started.generationId), poll)
    .toMatchObject({ status: 'failed' });
  await sleep(longEnoughMs);
  expect(await calls(started.generationId)).toEqual([{ purpose: 'preview', failure: null }]);
});
