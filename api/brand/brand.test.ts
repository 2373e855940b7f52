import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKysely, createPool } from '@sachet/db/connect';
import { readBrandKit } from '@sachet/db/brand/brand-kits';
import { insertProfile } from '@sachet/db/people/profiles';
import { nameUploadedImage, reserveUpload } from '@sachet/db/studio/uploads';
import { openWallet } from '@sachet/db/wallets/wallets';
import { keepChecksums } from '@sachet/flows/keep-checksums';
import { openPlace } from '@sachet/images/open-objects';
import { createImageStore, imageKey } from '@sachet/images/store';
import { photo } from '@sachet/images/testing/photos';
import { parseApiEnvironment } from '@sachet/shared/environment';
import { createTestDatabase } from '../../local/testing/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { createSigners } from '../identity/signers.ts';
import { createUploadAdmissions } from '../limits/upload-admission.ts';
import { postBrand } from './brand.ts';

const uid = 'asha';

test('saving a logo needs only one connection at a time', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sachet-brand-'));
  const db = createKysely(createPool(database.appUrl, { max: 1, connectionTimeoutMillis: 5_000 }));
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const images = keepChecksums(createImageStore(openPlace({ folder })), { db });
  const walletId = await openWallet(db, { kind: 'user', id: uid });
  await insertProfile(db, {
    uid,
    walletId,
    firstName: 'Asha',
    lastName: 'Rao',
    phoneNumber: null,
    email: null,
    emailVerified: false,
    signUpId: randomUUID(),
    bonusWithheld: null,
    organization: null,
  }).execute();
  const bytes = await photo(300, 200, 'png');
  const upload = { id: randomUUID(), uid, bytes: bytes.length };
  await reserveUpload(db, upload, { count: 1, bytes: 1e9 });
  const key = imageKey('uploads', upload.id, 'image/png');
  await images.put(key, bytes, 'image/png');
  await nameUploadedImage(db, { id: upload.id, imageKey: key, width: 300, height: 200 });

  const settings = parseApiEnvironment({
    NODE_ENV: 'test',
    DATABASE_URL: database.appUrl,
    QUEUE_URL: 'redis://127.0.0.1:1',
    IMAGE_STORE: folder,
    SIGNING_SECRET: 'a secret of some length',
    FIREBASE_PROJECT_ID: 'a-project',
    FIREBASE_API_KEY: 'web-key',
    PUBLIC_URL: 'https://studio.example',
  });
  if (!settings.ok) throw new Error(settings.problems.join());
  const uploads = createUploadAdmissions(settings.value);
  const signers = createSigners({ secret: settings.value.SIGNING_SECRET });
  const deps = { db, images, uploads, signers } as unknown as Dependencies;
  const caller = {
    uid,
    phoneNumber: null,
    email: null,
    emailVerified: false,
    expiresAtMs: Date.now() + 3_600_000,
  };
  const colors = { mainColor: '#a11d33', secondColor: '#f4c95d' };
  const body = {
    ...colors,
    name: 'Chai & Co.',
    phone: '',
    address: '',
    tone: null,
    logoUploadId: upload.id,
  };
  const server = createServer((request, response) => {
    postBrand.handle({ deps, caller, body, request, response } as never).then(
      () => response.writeHead(200).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const _ of ['the first logo', 'the next one']) {
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const { logo_key: logo } = (await readBrandKit(db, { uid }))!;
    expect(await images.get(logo!)).not.toBeNull();
  }
});
