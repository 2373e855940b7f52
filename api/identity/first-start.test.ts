// The stream ends with its token; the client reconnects with a new one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import type { SyncNowResponse } from '@sachet/shared/models/contracts/admin-models';
import type { Mode } from '@sachet/shared/contracts/vocabulary';
import { dayMs } from '@sachet/shared/time';
import listedModels from '../../dev/sandbox/listed-models.json' with { type: 'json' };
import { hearOut } from '../testing/chat.ts';
import { createCustomer, somePrompt, type Customer } from '../testing/client.ts';
import { startListings, type Listings } from '../testing/listings.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

describe.each(['2026-11-25', '2027-01-02'])('on %s', (day) => {
  /** Days from `day` to today. The providers' dates are moved by this many days. */
  const offsetDays = Math.floor((Date.now() - Date.parse(day)) / dayMs);
  const move = (date: string) =>
    new Date(Date.parse(date) + offsetDays * dayMs).toISOString().slice(0, 10);

  let listings: Listings;
  let open: OpenStack;
  let admin: Customer;
  beforeAll(async () => {
    listings = await startListings();
    const ends = listedModels.openai.flatMap(({ id, shutdown_date: date }) =>
      date === null ? [] : [[id, move(date)] as const],
    );
    await listings.list({ openai: { shutdown: Object.fromEntries(ends) } });
    open = await openStack({ env: listings.env });
    await open.books.query(
      `update model_price set from_day = from_day + $1::integer where from_day > '2026-01-01'`,
      [offsetDays],
    );
    admin = await createSuperAdmin(open);
    const { body } = await admin.send<SyncNowResponse>('/api/admin/sync-now', { method: 'POST' });
    expect(body).toMatchObject({ deprecated: [], failures: [] });
  });
  afterAll(async () => {
    await open?.stop();
    await listings?.close();
  });

  const readNotices = async () =>
    (await admin.send<AdminNoticesResponse>('/api/admin/notices')).body.notices;

  test('a new installation raises no notice, because its catalogue has every model of the providers', async () => {
    expect(await readNotices()).toEqual([]);
  });

  // The edits below begin with pictures; ideas are written by the model of captions.
  const modes: Mode[] = ['general', 'instagram'];
  describe.each(['google', 'openai'] as const)('%s', (provider) => {
    test.each(modes)('a new installation makes a preview in mode %s', async (mode) => {
      const customer = await createCustomer(open.stack);
      expect(await customer.preview({ mode, provider })).toMatchObject({ status: 'ready' });
    });

    test.each(['quality', 'speed'] as const)(
      'a new installation makes and sells an edit in the quality %s',
      async (quality) => {
        const customer = await createCustomer(open.stack);
        const source = await customer.preview({ provider, quality });
        const edit = await customer.preview({
          mode: 'edit_image',
          provider,
          quality,
          sourceGenerationId: source.generationId,
          prompt: somePrompt(''),
        });
        const { body } = await customer.unlock(edit, 512);
        expect(body.charged).toBe(edit.prices![512]);
        const calls = await open.books.providerCalls(edit.generationId);
        expect(calls.every(({ cost_microusd: cost }) => cost > 0)).toBe(true);
        await open.books.expectToBeSound();
      },
    );

    test('a new installation replies in a chat', async () => {
      const customer = await createCustomer(open.stack);
      const talk = await hearOut(open.stack, customer, { provider });
      expect(await talk.hears('done')).toMatchObject({ status: 'done' });
    });
  });

  test('an admin who enables a model that ends in December gets a notice in November', async () => {
    const id = 'gpt-image-1-mini';
    const prices = { outputPerMillionTokensUSD: 8, inputPerMillionTokensUSD: 2 };
    const { status } = await admin.send('/api/admin/models', {
      json: { updates: [{ id, prices, enabled: true }] },
    });
    const told = (await readNotices()).filter(({ kind }) => kind === 'model_ending');
    const notice = { data: { provider: 'openai', modelId: id } };
    // From December on the model has ended and cannot be enabled.
    const hasEnded = day >= '2026-12-01';
    expect({ status, told }).toMatchObject(
      hasEnded ? { status: 409, told: [] } : { status: 200, told: [notice] },
    );
  });
});
