import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { createKysely, createPool } from '@sachet/db/connect';
import { setRole } from '@sachet/db/people/user-roles';
import { readLabel } from '@sachet/adapters/images/testing/labels';
import { photo } from '@sachet/adapters/images/testing/photos';
import { Limits } from '@sachet/shared/configuration/limits';
import type { Brand } from '@sachet/shared/studio/contracts/brand';
import type { PictureVersion, PictureVersions } from '@sachet/shared/studio/contracts/version';
import { createCustomer, type Customer } from '../testing/client.ts';
import { filesIn } from '../testing/folder.ts';
import {
  addMember,
  answerInvitation,
  foundOrganization,
  signUpByEmail,
  someEmail,
} from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let customer: Customer;
beforeAll(async () => {
  open = await shareStack();
  customer = await createCustomer(open.stack);
});
afterAll(() => open?.stop());

const kit = {
  name: 'शर्मा स्वीट्स',
  phone: '98765 43210',
  address: 'Sarafa, Indore',
  mainColor: '#a11d33',
  secondColor: '#f4c95d',
  tone: 'Excited',
};
const placing = { corner: 'bottom-right', logo: true, strip: true };

const save = (who: Customer, json: object = kit) => who.send<Brand>('/api/brand', { json });
const makeVersion = (who: Customer, json: object) =>
  who.send<PictureVersion>('/api/version', { json: { fit: 'crop', brand: null, ...json } });
const list = async (who: Customer, generationId: string) =>
  (await who.send<PictureVersions>(`/api/versions?generationId=${generationId}`)).body.versions;

async function read(path: string) {
  const answer = await fetch(open.stack.apiUrl + path);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function buy(who: Customer) {
  const preview = await who.preview();
  const { status, body } = await who.unlock(preview, 1024);
  expect(status).toBe(200);
  return body.generation;
}

test('a version of a bought picture is free, has the AI label, and is made once for the same request', async () => {
  const { body: upload } = await customer.upload(await photo(300, 200));
  const saved = await save(customer, { ...kit, logoUploadId: upload.uploadId });
  expect(saved).toMatchObject({ status: 200, body: { kit: { name: kit.name }, mayEdit: true } });
  expect((await read(saved.body.kit!.logoUrl!)).length).toBeGreaterThan(100);
  const preview = await customer.preview();
  const tooEarly = await makeVersion(customer, {
    generationId: preview.generationId,
    format: null,
  });
  expectRefusal(tooEarly, 'wrong_state');

  const { generationId } = await buy(customer);
  const paid = await open.books.mark();
  const request = { generationId, format: 'story', fit: 'extend', brand: placing };
  const [first, second] = await Promise.all([
    makeVersion(customer, request),
    makeVersion(customer, request),
  ]);
  expect(first.status).toBe(200);
  expect(second.body.versionId).toBe(first.body.versionId);
  expect(first.body).toMatchObject({ width: 1080, height: 1920, brand: placing });
  const bytes = await read(first.body.imageUrl);
  expect(readLabel(bytes)).toMatchObject({ id: generationId, system: 'Google' });
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1920 });

  const status = await makeVersion(customer, { generationId, format: 'status' });
  expect(status.body.bytes).toBeLessThanOrEqual(100_000);
  expect((await read(status.body.imageUrl)).length).toBe(status.body.bytes);
  expect(await list(customer, generationId)).toHaveLength(2);
  expect(await open.books.mark()).toEqual(paid);
  await open.books.expectToBeSound();
});

test('another person neither sees, makes nor deletes versions of a picture', async () => {
  const { generationId } = await buy(customer);
  const { body } = await makeVersion(customer, { generationId, format: 'post' });
  const stranger = await createCustomer(open.stack);
  expectRefusal(await makeVersion(stranger, { generationId, format: 'post' }), 'not_found');
  expectRefusal(await stranger.send(`/api/versions?generationId=${generationId}`), 'not_found');
  const path = `/api/version?id=${body.versionId}`;
  expectRefusal(await stranger.send(path, { method: 'DELETE' }), 'not_found');

  expect((await customer.send(path, { method: 'DELETE' })).status).toBe(204);
  expect(await list(customer, generationId)).toEqual([]);
  expect(filesIn(open.imageFolder).filter((file) => file.includes(body.versionId))).toEqual([]);
  expect((await fetch(open.stack.apiUrl + body.imageUrl)).status).toBe(404);
});

test('versions are limited by day, deleted ones included', async () => {
  const busy = await createCustomer(open.stack);
  const { generationId } = await buy(busy);
  await open.books.query(
    `insert into picture_version (id, generation_id, uid, digest, recipe, deleted_at)
     select 'ver_' || $2 || n, $1, $2, sha256(n::text::bytea), '{}', now()
       from generate_series(2, $3::int) as n`,
    [generationId, busy.uid, Limits.parse('{}').versionsPerDay],
  );
  expect((await makeVersion(busy, { generationId, format: 'post' })).status).toBe(200);
  expectRefusal(await makeVersion(busy, { generationId, format: 'status' }), 'rate_limited');
});

test('versions whose file was never made do not use up the places of a picture', async () => {
  const owner = await createCustomer(open.stack);
  const { generationId } = await buy(owner);
  await open.books.query(
    `insert into picture_version (id, generation_id, uid, digest, recipe, created_at)
     select 'ver_' || $2 || n, $1, $2, sha256(n::text::bytea), '{}', now() - interval '2 days'
       from generate_series(1, 30) as n`,
    [generationId, owner.uid],
  );
  expect((await makeVersion(owner, { generationId, format: 'post' })).status).toBe(200);
  expect(await list(owner, generationId)).toHaveLength(1);
});

test('members use the kit of their organization, and only its admins change it', async () => {
  const founder = await foundOrganization(open.stack);
  const email = someEmail();
  const member = await signUpByEmail(open.stack, email);
  await save(member, { ...kit, name: 'Mine' });
  await founder.invite(email);
  await answerInvitation(member, 'accept');
  expectRefusal(await save(member), 'forbidden');
  expect((await save(founder, { ...kit, name: 'Ours' })).status).toBe(200);
  const { body } = await member.send<Brand>('/api/brand');
  expect(body).toMatchObject({ kit: { name: 'Ours' }, mayEdit: false });
  await founder.remove(member.uid);
  const after = await member.send<Brand>('/api/brand');
  expect(after.body).toMatchObject({
    kit: { name: 'Mine' },
    mayEdit: true,
    organizationName: null,
  });
});

test('a slow store of a logo holds no transaction', async () => {
  const owner = await createCustomer(open.stack);
  const { body: upload } = await owner.upload(await photo(300, 200));
  // The store keeps a checksum in this table.
  const lock = await open.books.lockTable('stored_picture');
  const saving = save(owner, { ...kit, logoUploadId: upload.uploadId });
  try {
    await expect.poll(lock.waiting).toBe(1);
    const idle = `select query from pg_stat_activity
                   where datname = current_database() and state = 'idle in transaction'
                     and application_name = 'sachet-api'`;
    await expect.poll(() => open.books.query(idle)).toEqual([]);
  } finally {
    await lock.release();
  }
  expect((await saving).body.kit?.logoUrl).not.toBeNull();
});

test('an admin who leaves while their change of the brand waits changes nothing', async () => {
  const founder = await foundOrganization(open.stack);
  const admin = await addMember(open.stack, founder);
  expect((await founder.appoint(admin.uid)).status).toBe(200);
  await save(founder, { ...kit, name: 'Ours' });
  const { body: upload } = await admin.upload(await photo(300, 200));
  const logos = () => filesIn(open.imageFolder).filter((file) => file.includes('/logo-'));
  const logosBefore = logos();
  const db = createKysely(createPool(open.stack.database.appUrl));
  let saving: ReturnType<typeof save> | undefined;
  await db.transaction().execute(async (trx) => {
    const left = { uid: admin.uid, role: 'user', organizationId: null } as const;
    expect(await setRole(trx, left)).toMatchObject({ ok: true });
    saving = save(admin, { ...kit, name: 'Theirs', logoUploadId: upload.uploadId });
    const waiting = `select from pg_stat_activity
                     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
    await expect.poll(() => open.books.query(waiting), { timeout: 60_000 }).toHaveLength(1);
  });
  await db.destroy();
  expectRefusal(await saving!, 'forbidden');
  const { body } = await founder.send<Brand>('/api/brand');
  expect(body).toMatchObject({ kit: { name: 'Ours', logoUrl: null } });
  expect(logos()).toEqual(logosBefore);
});

test('a brand kit refuses letters that our fonts cannot draw, and a logo that another user uploaded', async () => {
  expectRefusal(await save(customer, { ...kit, name: '漢字' }), 'invalid', 'name');
  expectRefusal(await save(customer, { ...kit, name: 'two\nlines' }), 'invalid', 'name');
  const stranger = await createCustomer(open.stack);
  const { body: upload } = await stranger.upload(await photo(30, 30));
  const stolen = await save(customer, { ...kit, logoUploadId: upload.uploadId });
  expectRefusal(stolen, 'not_found', 'logoUploadId');
});

test('the overlay shows the kit on a picture of any shape before it is bought', async () => {
  await save(customer);
  const { status, body } = await customer.send<{ image: string }>(
    '/api/brand/overlay?corner=top-left&logo=1&strip=1&width=576&height=1024',
  );
  expect(status).toBe(200);
  const png = Buffer.from(body.image.split(',')[1]!, 'base64');
  expect(await sharp(png).metadata()).toMatchObject({ width: 576, height: 1024, hasAlpha: true });
});

test('the overlay has the AI label where the kit would cover that of the picture', async () => {
  await save(customer);
  const draw = async (corner: string) => {
    const query = `corner=${corner}&logo=0&strip=1&width=1024&height=1024&language=hi`;
    const { body } = await customer.send<{ image: string }>(`/api/brand/overlay?${query}`);
    return sharp(Buffer.from(body.image.split(',')[1]!, 'base64'));
  };
  /** The first row of the lower half in which anything is drawn, between two columns. */
  const findTop = async (corner: string, [left, right]: [number, number]) => {
    const half = { left, top: 512, width: right - left, height: 512 };
    const picture = (await draw(corner)).extract(half).extractChannel('alpha');
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    return Math.floor(data.findIndex((alpha) => alpha > 0) / info.width);
  };
  const strip = await findTop('bottom-left', [0, 300]);
  expect(strip).toBeGreaterThan(100);
  expect(await findTop('bottom-left', [800, 1024])).toBeLessThan(strip - 20);
  expect(await findTop('top-left', [800, 1024])).toBe(-1);
});
