import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  AdminModelsResponse,
  ModelPrices,
  type AdminModel,
} from '@sachet/shared/models/contracts/admin-models';
import type { PictureModels } from '@sachet/shared/studio/contracts/generation';
import { knownModels } from '@sachet/shared/models/known-models';
import { createCustomer, type Answer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openStack, type OpenStack } from '../testing/stack.ts';
import { createSuperAdmin } from '../testing/super-admin.ts';

// All tests share the catalogue: they run one after another, and each restores it.
let open: OpenStack;
let admin: Customer;
let other: Customer;
beforeAll(async () => {
  open = await openStack({ queue: 'postgres', withoutWorker: true });
  [admin, other] = await Promise.all([createSuperAdmin(open), createSuperAdmin(open)]);
  await open.books.query('create table model_before as table model');
  await open.books.query('create table price_before as table model_price');
  await open.books.query('create table default_before as table model_default');
});
afterAll(() => open?.stop());
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
