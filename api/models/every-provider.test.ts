// Every provider of the registry, with all keys set: it works in each tool, is paid for, and is in the books. Then
// the catalogue, which the admins of this stack have to themselves.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { sumProviderCosts } from '@sachet/db/finance/provider-costs';
import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { FinanceResponse } from '@sachet/shared/finance/contracts/admin-finance';
import type { ProviderBalancesResponse } from '@sachet/shared/models/contracts/admin-balances';
import {
  AdminModelsResponse,
  ModelPrices,
  type AdminModel,
} from '@sachet/shared/models/contracts/admin-models';
import { knownModels } from '@sachet/shared/models/known-models';
import { chatBlockPriceRupees, textPriceRupees } from '@sachet/shared/models/rate-card';
import { isPictureProvider, providerEntries, providers } from '@sachet/shared/providers';
import type { PictureModels, ProviderUses } from '@sachet/shared/studio/contracts/generation';
import { istDay } from '@sachet/shared/time';
import { readRefusal, say } from '../testing/chat.ts';
import { createCustomer, send, somePrompt, type Answer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, shareStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

const optional = providers.filter((provider) => providerEntries[provider].isOptional);
const textModelsOf = (provider: string) =>
  knownModels.filter((model) => model.provider === provider && model.capabilities.includes('text'));

let open: OpenStack;
let admin: Customer;
beforeAll(async () => {
  const keys = optional.map((provider) => [providerEntries[provider].variables.key, 'sandbox-key']);
  open = await openStack({ env: Object.fromEntries(keys) });
  admin = await createSuperAdmin(open);
  const updates = optional.map((provider) => {
    const { id } = textModelsOf(provider)[0]!;
    return { id, provider, enabled: true };
  });
  if (updates.length > 0) {
    const { status } = await admin.send('/api/admin/models', { json: { updates } });
    expect(status).toBe(200);
  }
});
afterAll(() => open?.stop());

describe.each(providers)('%s', (provider) => {
  test('writes captions, ideas and chat replies without charging', async () => {
    const customer = await createCustomer(open.stack);
    for (const mode of ['instagram', 'instagram_ideas'] as const) {
      const { status, body } = await customer.generate({ mode, provider, prompt: somePrompt() });
      expect([mode, status, body.provider]).toEqual([mode, 200, provider]);
    }
    const talk = await say(open.stack, customer, { provider });
    await talk.hears('done');
    expect(talk.text).not.toBe('');
    expect((await customer.wallet()).walletBalance).toBe(250);
  });

  test('sells a text, whose charge is in the ledger and whose cost is in balance, books and margin', async () => {
    const customer = await createCustomer(open.stack);
    const price = textPriceRupees({ mode: 'general', provider, quality: 'quality' });
    expect(chatBlockPriceRupees(provider)).toBeGreaterThan(0);
    const preview = await customer.preview({ mode: 'general', provider, prompt: somePrompt() });
    const { status, body } = await customer.unlockText(preview);
    expect([status, body.charged]).toEqual([200, price]);
    const { walletId } = await customer.wallet();
    const charges = await open.books.query(
      `select amount_paise, counter_account, generation_id from ledger_event
        where wallet_id = $1 and kind = 'Charged'`,
      [walletId],
    );
    expect(charges).toEqual([
      {
        amount_paise: -100 * price,
        counter_account: 'revenue:general',
        generation_id: preview.generationId,
      },
    ]);
    const calls = await open.books.providerCalls(preview.generationId);
    expect(calls).toHaveLength(1);

    const { body: balances } = await admin.send<ProviderBalancesResponse>(
      '/api/admin/provider-balances',
    );
    const card = balances[providerEntries[provider].api];
    expect(card).toMatchObject({ apiKeyPresent: true, balanceUSD: null });
    expect(card!.spentUSD).toBeGreaterThan(0);

    const total = await readBooks();
    expect(total.providerCosts.find((each) => each.provider === provider)).toMatchObject({
      name: providerEntries[provider].name,
    });
    await open.books.expectToBeSound();
  });

  test.runIf(isPictureProvider(provider))('sells a picture', async () => {
    const customer = await createCustomer(open.stack);
    const preview = await customer.preview({ provider });
    const { status, body } = await customer.unlock(preview);
    expect([status, body.charged]).toEqual([200, preview.cost]);
    await open.books.expectToBeSound();
  });
});

/** The books of today, with the costs of all calls so far. */
async function readBooks() {
  const db = createKysely(createPool(open.stack.database.appUrl));
  await sumProviderCosts(db);
  await db.destroy();
  const today = istDay(Date.now());
  const path = `/api/admin/finance?from=${today}&to=${today}`;
  return (await admin.send<FinanceResponse>(path)).body.total;
}

test('the statement adds up: the providers’ costs are the cost that the margin is without', async () => {
  // Large costs, because those of the stand-ins are less than a paisa.
  await open.books.query('update provider_call set cost_microusd = 1000000 + id');
  await open.books.query('delete from provider_cost_day');
  const { providerCosts, cost, revenue, forfeited, fees, margin } = await readBooks();
  expect(providerCosts.map((each) => each.provider)).toEqual(providers);
  const paise = (rupees: number) => Math.round(rupees * 100);
  const sum = providerCosts.reduce((all, each) => all + paise(each.cost), 0);
  expect(sum).toBe(paise(cost));
  expect(Math.min(...providerCosts.map((each) => each.cost))).toBeGreaterThan(0);
  expect(paise(margin)).toBe(paise(revenue) + paise(forfeited) - paise(fees) - sum);
});

describe.each(optional)('%s without its key', (provider) => {
  let without: OpenStack;
  beforeAll(async () => {
    without = await shareStack();
  });
  afterAll(() => without?.stop());
  const { name, variables, api } = providerEntries[provider];

  test('is neither offered nor named, and has no card until it has a balance', async () => {
    const { body: uses } = await send<ProviderUses>(`${without.stack.apiUrl}/api/providers`);
    expect(Object.keys(uses)).not.toContain(provider);
    const { body: config } = await send<ClientConfig>(`${without.stack.apiUrl}/api/config`);
    expect(config.providers).not.toContain(provider);
    const superAdmin = await createSuperAdmin(without);
    const balances = await superAdmin.send<object>('/api/admin/provider-balances');
    expect(Object.keys(balances.body)).not.toContain(api);
    // Once an admin has entered a balance it has a card, which says that its key isn't set.
    const json = { [api]: { balanceUSD: 1 } };
    const saved = await superAdmin.send<ProviderBalancesResponse>('/api/admin/provider-balances', {
      json,
    });
    expect(saved.body[api]).toMatchObject({ apiKeyPresent: false, balanceUSD: 1 });
    await without.books.query(
      `update provider_balance set balance_cents = null, balance_entered_at = null,
              updated_at = null, updated_by = null where provider = $1`,
      [provider],
    );
    const notices = await without.books.query(
      `select kind from admin_notice where resolved_at is null and data->>'provider' = $1`,
      [provider],
    );
    expect(notices).toEqual([]);
  });

  test('has no model that an admin can enable, and the refusal names the variable', async () => {
    const superAdmin = await createSuperAdmin(without);
    const updates = [{ id: textModelsOf(provider)[0]!.id, provider, enabled: true }];
    const refused = await superAdmin.send('/api/admin/models', { json: { updates } });
    expectRefusal(refused, 'wrong_state', 'updates');
    expect(refused.body.error).toContain(`the key of ${name} isn’t set. Set ${variables.key}`);
  });

  test('is refused, and charges nothing, even while another process has its key', async () => {
    const customer = await createCustomer(without.stack);
    const order = { mode: 'general', provider, prompt: somePrompt() } as const;
    const expectRefused = async () => {
      expectRefusal(await customer.generate(order), 'unavailable');
      expectRefusal(await readRefusal(customer, { provider }), 'unavailable');
      expect((await customer.wallet()).walletBalance).toBe(250);
    };
    await expectRefused();
    // As after the start of a process with the key, on which an admin enabled a model.
    const model = textModelsOf(provider)[0]!.id;
    const set = async (isThere: boolean, status: string) => {
      const { query } = without.books;
      await query('update provider set is_configured = $2 where id = $1', [provider, isThere]);
      await query('update model set enabled = $3, status = $4 where provider = $1 and id = $2', [
        provider,
        model,
        isThere,
        status,
      ]);
    };
    await set(true, 'enabled');
    await expectRefused();
    await set(false, 'candidate');
  });
});

// All tests share the catalogue: they run one after another, and each restores it.
describe('the catalogue of the admins', () => {
  let other: Customer;
  beforeAll(async () => {
    other = await createSuperAdmin(open);
    await open.books.query('create table model_before as table model');
    await open.books.query('create table price_before as table model_price');
    await open.books.query('create table default_before as table model_default');
  });
  afterEach(async () => {
    const { query } = open.books;
    await query('delete from model_default');
    await query('delete from model_price');
    await query(
      'delete from model where (provider, id) not in (select provider, id from model_before)',
    );
    await query(
      `update model m set enabled = b.enabled, status = b.status, label = b.label,
              deprecated_because = b.deprecated_because from model_before b
        where (b.provider, b.id) = (m.provider, m.id)`,
    );
    await query('insert into model_price table price_before');
    await query('insert into model_default table default_before');
  });

  const read = async () => AdminModelsResponse.parse((await admin.send('/api/admin/models')).body);
  const save = (json: object, by = admin) =>
    by.send<AdminModelsResponse>('/api/admin/models', { json });
  const findModel = ({ models }: AdminModelsResponse, id: string) =>
    models.find((model) => model.id === id);

  const usualDefaults = {
    text: { quality: 'gemini-3.8-flash', speed: 'gemini-3.5-flash-lite' },
    vision: { quality: 'gemini-3.8-flash', speed: 'gemini-3.5-flash-lite' },
    image: { generate: 'gemini-nano-banana-2.1', edit: 'gemini-nano-banana-2.1' },
  };

  interface AuditRow {
    readonly actor: string;
    readonly action: string;
    readonly details: Record<string, unknown>;
  }

  /** The audit rows that `act` adds, oldest first. */
  async function auditFrom<T>(act: () => Promise<T>): Promise<{ outcome: T; trail: AuditRow[] }> {
    const [last] = await open.books.query<{ id: number }>(
      'select coalesce(max(id), 0) as id from admin_audit',
    );
    const outcome = await act();
    const trail = await open.books.query<AuditRow>(
      'select actor, action, details from admin_audit where id > $1 order by id',
      [last!.id],
    );
    return { outcome, trail };
  }

  const noPrices = Object.fromEntries(
    Object.keys(ModelPrices.shape).map((name) => [name, null]),
  ) as ModelPrices;

  const addCandidate = (facts: Partial<AdminModel> = {}) =>
    open.books.query(
      `insert into model (id, provider, label, tier, capabilities, status, enabled)
       values ($1, $2, 'New', 'quality', $3, 'candidate', false)`,
      [facts.id ?? 'gpt-6', facts.provider ?? 'openai', facts.capabilities ?? ['text', 'vision']],
    );

  test('the catalogue has every model with its fields, and the defaults by their ids', async () => {
    const catalogue = await read();
    expect(catalogue.defaults).toEqual(usualDefaults);
    expect(catalogue.models).toHaveLength(knownModels.length);
    expect(findModel(catalogue, 'gpt-image-2.6-sunburst')).toEqual({
      id: 'gpt-image-2.6-sunburst',
      label: 'GPT Image 2.6 Sunburst',
      provider: 'openai',
      tier: 'quality',
      capabilities: ['image', 'image-edit'],
      status: 'enabled',
      enabled: true,
      lastSeenAt: null,
      shutdownAt: null,
      deprecatedBecause: null,
      largestSize: null,
      prices: {
        ...noPrices,
        inputPerMillionTokensUSD: 5,
        imageInputPerMillionTokensUSD: 8,
        imageOutputPerMillionTokensUSD: 30,
      },
      upcomingPrices: [],
      priced: true,
    });
  });

  describe('a save', () => {
    test('a save of models disables a model and records it in the audit trail', async () => {
      const { outcome, trail } = await auditFrom(() =>
        save({ updates: [{ id: 'gpt-6.2-sol', enabled: false, status: 'enabled' }] }),
      );
      expect(outcome.status).toBe(200);
      expect(findModel(outcome.body, 'gpt-6.2-sol')).toMatchObject({
        enabled: false,
        status: 'candidate',
      });
      expect(outcome.body).toEqual(await read());
      expect(trail).toEqual([
        {
          actor: `user:${admin.uid}`,
          action: 'update-model',
          details: {
            model: 'openai/gpt-6.2-sol',
            from: { enabled: true, status: 'enabled' },
            to: { enabled: false, status: 'candidate' },
          },
        },
      ]);
    });

    test('a save of models that changes nothing leaves no audit row', async () => {
      const { outcome, trail } = await auditFrom(() =>
        save({ updates: [{ id: 'gpt-6.2-sol', enabled: true }], defaults: usualDefaults }),
      );
      expect(outcome.status).toBe(200);
      expect(trail).toEqual([]);
    });

    test('a model without a price can be enabled, and is used', async () => {
      await addCandidate({ id: 'a-first', capabilities: ['image', 'image-edit'] });
      const label = async () =>
        (await admin.send<PictureModels>('/api/picture-models')).body.image.quality.openai;
      expect(await label()).toBe('GPT Image 2.6 Sunburst');
      const { body } = await save({ updates: [{ id: 'a-first', enabled: true }] });
      expect(findModel(body, 'a-first')).toMatchObject({ enabled: true, priced: false });
      expect(await label()).toBe('New');
    });

    test('a save of models changes tier and capabilities and records them in the audit trail', async () => {
      const change = { tier: 'speed', capabilities: ['text'] };
      const { outcome, trail } = await auditFrom(() =>
        save({ updates: [{ id: 'gpt-6.1-terra', ...change }] }),
      );
      expect(findModel(outcome.body, 'gpt-6.1-terra')).toMatchObject(change);
      expect(trail).toMatchObject([{ details: { to: change } }]);
      await save({
        updates: [{ id: 'gpt-6.1-terra', tier: 'quality', capabilities: ['text', 'vision'] }],
      });
    });

    test.each([{ updates: [{ id: 'gpt-6-luna', price: 1 }] }])(
      'a save of models refuses unknown fields: %j',
      async (json) => {
        const { status, body } = await save(json);
        expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'invalid']);
      },
    );

    test('a save of models changes the defaults, and the next generation uses them', async () => {
      const text = { quality: 'gemini-3.5-flash-lite', speed: 'gpt-6-luna' };
      const { outcome, trail } = await auditFrom(() =>
        save({ defaults: { ...usualDefaults, text } }),
      );
      expect(outcome.body.defaults).toEqual({ ...usualDefaults, text });
      expect(trail.map(({ action, details }) => [action, details])).toEqual([
        [
          'set-model-default',
          {
            purpose: 'text_quality',
            from: 'google/gemini-3.8-flash',
            to: 'google/gemini-3.5-flash-lite',
          },
        ],
        [
          'set-model-default',
          { purpose: 'text_speed', from: 'google/gemini-3.5-flash-lite', to: 'openai/gpt-6-luna' },
        ],
      ]);
      const customer = await createCustomer(open.stack);
      const { modelId } = await customer.startPreview({ mode: 'general', provider: 'google' });
      expect(modelId).toBe('gemini-3.5-flash-lite');
    });

    test('a save of models that removes a default without a replacement is refused, and the message says what to do', async () => {
      const updates = [{ id: 'gemini-3.8-flash', enabled: false }];
      const refused = await save({ updates });
      expectRefusal(refused, 'wrong_state', 'defaults.text.quality');
      expect(refused.body).toMatchObject({
        error: 'gemini-3.8-flash is the default for text quality. Choose another default first.',
      });
      const { status } = await save({
        updates,
        defaults: {
          ...usualDefaults,
          text: { ...usualDefaults.text, quality: 'gpt-6.2-sol' },
          vision: { ...usualDefaults.vision, quality: 'gpt-6.2-sol' },
        },
      });
      expect(status).toBe(200);
    });

    test('a save of models applies all of its changes or none', async () => {
      const before = await read();
      const { outcome, trail } = await auditFrom(() =>
        save({
          updates: [
            { id: 'gpt-6.2-sol', label: 'Five' },
            { id: 'nobody', enabled: true },
          ],
        }),
      );
      expectRefusal(outcome, 'not_found');
      expect(trail).toEqual([]);
      expect(await read()).toEqual(before);
    });

    test.each<[string, object]>([
      ['updates.0.id', { updates: [{ enabled: true }] }],
      ['updates.0.prices.perImageUSD', { updates: [{ id: 'x', prices: { perImageUSD: 1e-7 } }] }],
      ['defaults.vision', { defaults: { text: usualDefaults.text, image: usualDefaults.image } }],
      ['updates', { updates: Array.from({ length: 1001 }, () => ({ id: 'gpt-6.2-sol' })) }],
    ])('a save of models with a bad %s is refused', async (field, json) => {
      expectRefusal((await save(json)) as Answer<unknown>, 'invalid', field);
    });

    test('saving models is for super admins', async () => {
      const customer = await createCustomer(open.stack);
      for (const path of [
        '/api/admin/models',
        '/api/admin/notices',
        '/api/admin/provider-balances',
      ]) {
        expectRefusal(await customer.send(path), 'forbidden');
      }
      expectRefusal(await save({ updates: [] }, customer), 'forbidden');
    });
  });

  test('concurrent saves of two admins never leave a default that is disabled', async () => {
    const text = { ...usualDefaults.text, quality: 'gpt-6.2-sol' };
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([
        save({ updates: [{ id: 'gpt-6.2-sol', enabled: false }] }, admin),
        save({ defaults: { ...usualDefaults, text } }, other),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { models, defaults } = await read();
      const chosen = models.find(({ id }) => id === defaults.text.quality);
      expect(chosen).toMatchObject({ enabled: true });
      await save({ updates: [{ id: 'gpt-6.2-sol', enabled: true }], defaults: usualDefaults });
    }
  });
});
