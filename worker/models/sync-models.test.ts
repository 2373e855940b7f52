import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  AdminModelsResponse,
  type SyncNowResponse,
} from '@sachet/shared/models/contracts/admin-models';
import { AdminNoticesResponse } from '@sachet/shared/admin/contracts/admin-notices';
import { dayMs } from '@sachet/shared/time';
import { respondAsync, type Customer } from '../../api/testing/client.ts';
import { startListings, type Listings } from '../../api/testing/listings.ts';
import { listenToEvents } from '../../api/testing/live.ts';
import { impatient, openStack, type OpenStack } from '../../api/testing/stack.ts';
import { signUpSuperAdmin, someSuperAdmins } from '../../api/testing/super-admin.ts';

const poll = { timeout: 60_000, interval: 50 };

// All tests share the catalogue: they run one after another, and each begins with the original catalogue.
let open: OpenStack;
let admin: Customer;
let listings: Listings;
beforeAll(async () => {
  listings = await startListings();
  const emails = someSuperAdmins(1);
  const env = { ...listings.env, SUPER_ADMIN_EMAILS: emails.join(',') };
  const limits = { ...impatient, modelSyncEveryMs: dayMs };
  open = await openStack({ env, limits });
  // Waits for the automatic sync, which the first test checks.
  await vi.waitUntil(async () => (await readSyncs())[0]?.done, poll);
  admin = await signUpSuperAdmin(open.stack, emails[0]!);
  await open.books.query('create table model_before as table model');
  await open.books.query('create table price_before as table model_price');
  await open.books.query('create table default_before as table model_default');
});
afterAll(async () => {
  await open?.stop();
  await listings?.close();
});
beforeEach(async () => {
  const { query } = open.books;
  await query('delete from model_default');
  await query('delete from model_price');
  await query('delete from model');
  await query('insert into model table model_before');
  await query('insert into model_price table price_before');
  await query('insert into model_default table default_before');
  await query('update admin_notice set resolved_at = now() where resolved_at is null');
  await listings.list({});
});
afterEach(async () => {
  if (!open.stack.worker.isRunning()) await open.stack.worker.start();
});

const readSyncs = () =>
  open.books.query<{ requested_by: string; done: boolean }>(
    'select requested_by, finished_at is not null as done from model_sync order by requested_at',
  );

const catalogue = async () =>
  AdminModelsResponse.parse((await admin.send('/api/admin/models')).body);
const findModel = async (id: string) => (await catalogue()).models.find((model) => model.id === id);
const notices = async () =>
  AdminNoticesResponse.parse((await admin.send('/api/admin/notices')).body).notices;
const syncNow = () => admin.send<SyncNowResponse>('/api/admin/sync-now', { method: 'POST' });

async function synced(): Promise<SyncNowResponse> {
  const { status, body } = await syncNow();
  expect([status, body]).toMatchObject([200, { syncId: expect.stringMatching(/^sync_/) }]);
  return body;
}

const shutAll = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, '2026-01-31']));

/** Simulates that a day has passed since models disappeared from a list. */
async function aDayPasses(): Promise<void> {
  await synced();
  await open.books.query(
    `update model set missing_since = missing_since - interval '24 hours' where missing_since is not null`,
  );
}

const readTrail = (syncId: string) =>
  open.books.query<{ actor: string; action: string; details: Record<string, unknown> }>(
    `select actor, action, details from admin_audit where details->>'sync' = $1 order by id`,
    [syncId],
  );

test('the catalogue is synced automatically, once for all workers', async () => {
  const once = [{ requested_by: 'worker', done: true }];
  expect(await readSyncs()).toEqual(once);
  await open.stack.worker.kill();
  await open.stack.worker.start();
  // A later sync shows that the sweep has run since the restart and found none due.
  await synced();
  expect(await readSyncs()).toEqual([...once, { requested_by: `user:${admin.uid}`, done: true }]);
});

describe('Sync now', () => {
  test('a sync makes candidates of new models and marks the models that it sees', async () => {
    await synced();
    await listings.list({
      openai: { added: ['gpt-7-mini'], shutdown: { 'gpt-image-2.6-flare': '2199-10-23' } },
      google: { added: ['gemini-5-pro'] },
    });
    const sync = await synced();
    expect(sync.new.toSorted()).toEqual(['gemini-5-pro', 'gpt-7-mini']);
    expect(sync).toMatchObject({ deprecated: [], returned: [], failures: [] });
    expect(sync.error).toBeUndefined();
    expect(await findModel('gpt-7-mini')).toMatchObject({
      provider: 'openai',
      tier: 'speed',
      capabilities: ['text', 'vision'],
      status: 'candidate',
      enabled: false,
      priced: false,
      lastSeenAt: expect.any(String),
    });
    expect(await findModel('gpt-6.2-sol')).toMatchObject({
      enabled: true,
      lastSeenAt: expect.any(String),
    });
    expect((await findModel('gpt-image-2.6-flare'))?.shutdownAt).toBe('2199-10-23T00:00:00.000Z');
    expect((await catalogue()).lastSync).toEqual({ ...sync, finishedAt: expect.any(String) });
    expect(await readTrail(sync.syncId)).toMatchObject([
      { actor: `user:${admin.uid}`, action: 'sync-models' },
      {
        actor: 'worker',
        action: 'models-synced',
        details: { new: expect.arrayContaining(['google/gemini-5-pro']), deprecated: [] },
      },
    ]);
    expect((await synced()).new).toEqual([]);
  });

  test('a sync deprecates a model that was missing for a day; its default falls back in its tier, and admins are notified', async () => {
    await listings.list({
      google: { hidden: ['gemini-3.8-flash', 'gemini-3.1-flash-lite-image'] },
    });
    expect((await synced()).deprecated).toEqual([]);
    expect(await findModel('gemini-3.8-flash')).toMatchObject({ enabled: true });
    await aDayPasses();
    const sync = await synced();
    expect(sync.deprecated.toSorted()).toEqual(['gemini-3.1-flash-lite-image', 'gemini-3.8-flash']);
    expect(await findModel('gemini-3.8-flash')).toMatchObject({
      status: 'deprecated',
      enabled: false,
      deprecatedBecause: 'vanished',
    });
    const { defaults } = await catalogue();
    expect(defaults).toEqual({
      text: { quality: 'gpt-6.2-sol', speed: 'gemini-3.5-flash-lite' },
      vision: { quality: 'gpt-6.2-sol', speed: 'gemini-3.5-flash-lite' },
      image: { generate: 'gemini-nano-banana-2.1', edit: 'gemini-nano-banana-2.1' },
    });
    const moved = (purpose: string) => ({
      kind: 'default_deprecated',
      subject: purpose,
      data: { purpose, from: 'gemini-3.8-flash', to: 'gpt-6.2-sol' },
    });
    expect(await notices()).toMatchObject([moved('vision_quality'), moved('text_quality')]);
    expect((await readTrail(sync.syncId)).map(({ action }) => action)).toEqual([
      'sync-models',
      'models-synced',
      'set-model-default',
      'set-model-default',
    ]);

    // The models are listed again, and are restored.
    await listings.list({});
    const again = await synced();
    expect(again.returned.toSorted()).toEqual(['gemini-3.1-flash-lite-image', 'gemini-3.8-flash']);
    expect(await findModel('gemini-3.8-flash')).toMatchObject({
      status: 'enabled',
      enabled: true,
      deprecatedBecause: null,
    });
    expect((await catalogue()).defaults.text.quality).toBe('gemini-3.8-flash');
    expect(await notices()).toEqual([]);
  });

  test('a sync notifies 30, 7 and 1 days before an enabled model ends', async () => {
    const nowMs = Date.now();
    const day = (days: number) => new Date(nowMs + days * dayMs).toISOString().slice(0, 10);
    const ending = async () =>
      (await notices()).filter(({ kind }) => kind === 'model_ending').map(({ subject }) => subject);
    const subject = (days: number, within: number) => `openai/gpt-6-luna/${day(days)}/${within}`;
    for (const [days, told] of [
      [40, []],
      [20, [subject(20, 30)]],
      [5, [subject(5, 7)]],
      [1, [subject(1, 1)]],
    ] as const) {
      await listings.list({ openai: { shutdown: { 'gpt-6-luna': day(days) } } });
      await synced();
      expect(await ending()).toEqual(told);
    }
  });

  test('a sync reports the uses for which a provider has no model left, until it has one', async () => {
    await listings.list({ openai: { shutdown: shutAll(['gpt-6.2-sol', 'gpt-6-luna']) } });
    await synced();
    expect(await notices()).toMatchObject([
      { kind: 'no_model', data: { provider: 'openai', uses: ['texts', 'photos in texts'] } },
    ]);
    await listings.list({});
    await synced();
    expect(await notices()).toEqual([]);
  });

  test('a sync leaves the models of an unreachable provider unchanged, and names the provider', async () => {
    await listings.list({
      google: { refuses: 'down' },
      openai: { shutdown: shutAll(['gpt-6-luna']) },
    });
    const before = (await catalogue()).models.filter(({ provider }) => provider === 'google');
    const sync = await synced();
    expect(sync.deprecated).toEqual(['gpt-6-luna']);
    expect(sync.failures).toMatchObject([{ provider: 'google', category: 'server' }]);
    expect(sync.error).toMatch(/^Gemini gave no list: /);
    const after = (await catalogue()).models.filter(({ provider }) => provider === 'google');
    expect(after).toEqual(before);
    expect(await notices()).toEqual([]);
  });

  test('a sync raises one notice for a provider that rejects our key, until it returns its list again', async () => {
    await listings.list({ openai: { refuses: 'key' }, google: { refuses: 'quota' } });
    const { error, failures } = await synced();
    expect(failures.map(({ category }) => category).toSorted()).toEqual(['access', 'quota']);
    expect(error).toMatch(/Gemini gave no list: .+ OpenAI gave no list: /);
    await synced();
    const standing = await notices();
    expect(standing.map(({ subject }) => subject).toSorted()).toEqual([
      'google:capacity:list',
      'openai:key:list',
    ]);
    await listings.list({ openai: { refuses: 'key' } });
    await synced();
    expect((await notices()).map(({ subject }) => subject)).toEqual(['openai:key:list']);
  });

  test('a sync that is answered immediately announces its end on the stream of events', async () => {
    await open.stack.worker.kill();
    const stream = await listenToEvents(open.stack.apiUrl, admin.headers);
    const { status, body } = await admin.send<{ syncId: string }>('/api/admin/sync-now', {
      method: 'POST',
      headers: respondAsync,
    });
    expect(status).toBe(202);
    const { syncId } = body;
    expect((await catalogue()).currentSync).toEqual({ syncId, requestedAt: expect.any(String) });
    await stream.hears('changed', 'models');
    const before = stream.heard.length;
    await open.stack.worker.start();
    await vi.waitUntil(async () => (await catalogue()).lastSync?.syncId === syncId, poll);
    await expect
      .poll(() => stream.heard.slice(before), poll)
      .toContainEqual({ event: 'changed', id: 'models' });
    expect((await catalogue()).currentSync).toBeNull();
    stream.close();
  });

  test('the sweep completes a sync that a crash or a lost queue left unfinished', async () => {
    await open.stack.worker.kill('SIGKILL');
    await open.books.query(
      `insert into model_sync (id, requested_by) values ('sync_lost', 'worker')`,
    );
    await open.stack.worker.start();
    const readFinished = async () =>
      (
        await open.books.query<{ done: boolean }>(
          `select finished_at is not null as done from model_sync where id = 'sync_lost'`,
        )
      )[0]?.done;
    await expect.poll(readFinished, poll).toBe(true);
  });
});
