import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readyEmulator } from '../../dev/local/testing/coordinates.ts';
import { startCable, type Cable } from '../testing/cable.ts';
import { createCustomer, type Customer } from '../testing/client.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

let open: AdministeredStack;
let cable: Cable;
let provider: ReturnType<typeof startReadOnlyGate>;
beforeAll(async () => {
  const { host } = await readyEmulator();
  provider = startReadOnlyGate(host);
  await once(provider.server, 'listening');
  const { port } = provider.server.address() as AddressInfo;
  cable = await startCable(`http://127.0.0.1:${port}`);
  const env = { FIREBASE_AUTH_EMULATOR_HOST: new URL(cable.url).host };
  open = await openAdministeredStack({ env });
});
afterAll(async () => {
  await open?.stop();
  await cable?.pull();
  provider?.server.close();
});

/** A proxy for the emulator: while `refuses` is set, it allows lookups of accounts and rejects changes. */
function startReadOnlyGate(host: string) {
  const gate = { refuses: false, server: createServer() };
  gate.server.on('request', (request, response) => {
    const isChange = /accounts:(update|delete)/.test(request.url!);
    if (gate.refuses && isChange) {
      request.resume();
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 500, message: 'INTERNAL_ERROR' } }));
      return;
    }
    const { method, headers } = request;
    const onward = ask(`http://${host}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  gate.server.listen(0, '127.0.0.1');
  return gate;
}

const standing = ({ uid }: Customer) =>
  open.books.query(
    `select u.*, (select max(id) from admin_audit) as audited from user_profile u where uid = $1`,
    [uid],
  );

test('an unreachable sign-in provider leaves users and accounts unchanged', async () => {
  const customer = await createCustomer(open.stack);
  const before = await standing(customer);
  // The admin's token was just verified and is accepted for a while.
  await open.users();
  await cable.pull();
  const answers = await Promise.all(
    (['disable', 'enable', 'delete', 'reset-claims'] as const).map((action) =>
      open.act({ uid: customer.uid, action }),
    ),
  );
  const [admin] = open.admins;
  answers.push(await admin.send('/api/admin/users'));
  answers.push(await admin.send(`/api/admin/user-detail?uid=${customer.uid}`));
  for (const answer of answers) {
    expectRefusal(answer, 'unavailable');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await standing(customer)).toEqual(before);

  await cable.plugIn();
  expect((await open.detail(customer.uid)).user).toMatchObject({
    disabled: false,
    hasSignIn: true,
  });
  expect((await customer.send('/api/wallet')).status).toBe(200);
  await open.done({ uid: customer.uid, action: 'disable' });
  expect((await open.detail(customer.uid)).user.disabled).toBe(true);
});

test('a provider that fails in the middle of an action leaves our rows and the audit trail unchanged', async () => {
  const customer = await createCustomer(open.stack);
  const before = await standing(customer);
  provider.refuses = true;
  for (const action of ['disable', 'enable', 'delete', 'reset-claims'] as const) {
    expectRefusal(await open.act({ uid: customer.uid, action }), 'unavailable');
    expect(await standing(customer)).toEqual(before);
  }
  provider.refuses = false;
  expect((await customer.send('/api/wallet')).status).toBe(200);
  await open.done({ uid: customer.uid, action: 'delete' });
  expect(await open.trail(customer.uid)).toMatchObject([{ action: 'delete' }]);
});

test('an action times out when the provider never answers, and our row is corrected if the action was done', async () => {
  const customer = await createCustomer(open.stack);
  const before = await standing(customer);
  await open.users();
  cable.hold();
  const answer = await open.act({ uid: customer.uid, action: 'disable' });
  expectRefusal(answer, 'unavailable');
  expect(await standing(customer)).toEqual(before);
  cable.letGo();
  await open.done({ uid: customer.uid, action: 'disable' });
  expectRefusal(await customer.send('/api/wallet'), 'account_disabled');
  expect(await open.trail(customer.uid)).toMatchObject([{ action: 'disable' }]);
});
