/**
 * The baseline of `npm run bench -- edge`: a bare Express route that verifies the token of the request
 * and makes one indexed query.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { createPool } from '@sachet/db/connect';

const auth = getAuth(initializeApp({ projectId: process.env.FIREBASE_PROJECT_ID! }));
const pool = createPool(process.env.DATABASE_URL!, { max: 10 });
const app = express();
app.get('/wallet', (request, response, next) => {
  readWallet(request.get('authorization')!).then((wallet) => response.json(wallet), next);
});
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send!({ ready: true, url: `http://127.0.0.1:${port}` });
});

async function readWallet(authorization: string): Promise<object> {
  const { uid } = await auth.verifyIdToken(authorization.slice('Bearer '.length));
  const { rows } = await pool.query({
    name: 'wallet',
    text: 'select w.* from user_profile u join wallet w on w.id = u.wallet_id where u.uid = $1',
    values: [uid],
  });
  return rows[0];
}
