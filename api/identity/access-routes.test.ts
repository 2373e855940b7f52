// Calls every route as every role: a route without an access rule fails here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusByCode } from '@sachet/shared/contracts/error';
import { routes } from '../routes.ts';
import type { Access } from '@sachet/shared/operations/operation';
import type { Route } from '../http/route.ts';
import { createCustomer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { openAdministeredStack, type AdministeredStack } from '../testing/users-admin.ts';

const roles = [
  'signed-out',
  'individual',
  'member',
  'organization-admin',
  'finance',
  'super-admin',
] as const;
type Role = (typeof roles)[number];

/** The roles that each access admits; the others get 401 without a token and 403 with one. */
const admitted: Record<Access, readonly Role[]> = {
  anyone: roles,
  'signed-in': roles.filter((role) => role !== 'signed-out'),
  'wallet-owner': roles.filter((role) => role !== 'signed-out' && role !== 'member'),
  'organization-admin': ['organization-admin'],
  finance: ['finance', 'super-admin'],
  'super-admin': ['super-admin'],
};

/** All other routes need a token. Decide deliberately before adding one here. */
const open: readonly string[] = [
  'get /healthz',
  'get /readyz',
  'get /api/checkpoints',
  'get /api/config',
  'get /api/document/verify',
  'get /api/export',
  'get /api/friend-link',
  'get /api/geo',
  'get /api/images/{*key}',
  'get /api/invitation/stop',
  'get /api/library/zip',
  'get /api/picture-models',
  'get /api/providers',
  'post /api/invitation',
  'post /api/invitation/stop',
  'post /api/razorpay-callback',
  'post /api/razorpay-webhook',
  'post /api/report',
];
/** Reports whether the caller is a super admin, so every signed-in caller may ask. */
const adminForAll: readonly string[] = ['get /api/admin/me'];

/** Finance reads the books and resolves differences; it does not reach users, models, balances or credits. */
const adminForFinance: readonly string[] = [
  'delete /api/admin/exports',
  'get /api/admin/bank-entries',
  'get /api/admin/bank-lines',
  'get /api/admin/documents',
  'get /api/admin/documents/e-invoice',
  'get /api/admin/exports',
  'get /api/admin/fee-terms',
  'get /api/admin/finance',
  'get /api/admin/finance/day',
  'get /api/admin/ledger',
  'get /api/admin/ledger/as-of',
  'get /api/admin/ledger/event',
  'get /api/admin/ledger/export',
  'get /api/admin/ledger/trial-balance',
  'get /api/admin/ledger/verification',
  'get /api/admin/month',
  'get /api/admin/payment-exception',
  'get /api/admin/payment-exceptions',
  'get /api/admin/payments',
  'get /api/admin/provenance/event',
  'get /api/admin/provenance/generation',
  'get /api/admin/provenance/payment',
  'get /api/admin/provenance/settlement',
  'get /api/admin/provenance/unspent',
  'get /api/admin/reconciliation',
  'get /api/admin/settlements',
  'get /api/admin/tax-month',
  'post /api/admin/bank-entries',
  'post /api/admin/bank-entries/decide',
  'post /api/admin/bank-lines',
  'post /api/admin/bank-statement',
  'post /api/admin/bank-statement/preview',
  'post /api/admin/bank-statement/withdraw',
  'post /api/admin/documents/e-invoice-answers',
  'post /api/admin/exports',
  'post /api/admin/fee-terms',
  'post /api/admin/ledger/refund-charge',
  'post /api/admin/ledger/verify',
  'post /api/admin/month/lock',
  'post /api/admin/payment-exceptions',
  'post /api/admin/payment-exceptions/book',
  'post /api/admin/payment-exceptions/note',
  'post /api/admin/payment-exceptions/reopen',
  'post /api/admin/payment-exceptions/resolve',
  'post /api/admin/settlements/file',
  'post /api/admin/settlements/import',
];

const toRouteName = ({ method, path }: Route) => `${method} ${path}`;
const cases = routes.map((each) => [toRouteName(each), each] as const);

let stack: AdministeredStack;
const roleHeaders = {} as Record<Role, Record<string, string>>;
let disabled: Record<string, string>;
beforeAll(async () => {
  stack = await openAdministeredStack();
  const founder = await foundOrganization(stack.stack);
  const member = await addMember(stack.stack, founder);
  const individual = await createCustomer(stack.stack);
  roleHeaders['signed-out'] = {};
  roleHeaders.individual = individual.headers;
  roleHeaders.member = member.headers;
  roleHeaders['organization-admin'] = founder.headers;
  roleHeaders['super-admin'] = stack.admins[0].headers;
  const finance = await createCustomer(stack.stack);
  await stack.books.query('insert into finance_user (uid) values ($1)', [finance.uid]);
  roleHeaders.finance = finance.headers;
  const gone = await createCustomer(stack.stack);
  await stack.done({ uid: gone.uid, action: 'disable' });
  disabled = gone.headers;
});
afterAll(() => stack?.stop());

/** Sends a request that changes nothing; of a stream only the head is read. */
async function call({ method, path, body }: Route, headers: Record<string, string>) {
  const leaving = new AbortController();
  const answer = await fetch(stack.stack.apiUrl + path.replace(/\{?[:*]\w+\}?/g, 'x'), {
    method: method.toUpperCase(),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && '{}',
    signal: leaving.signal,
  });
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  const code = isJson ? ((await answer.json()) as { code?: string }).code : undefined;
  leaving.abort();
  return { status: answer.status, code };
}

test('only the listed routes are open to everyone, and only the listed admin routes are open to finance', () => {
  expect(
    routes
      .filter(({ access }) => access === 'anyone')
      .map(toRouteName)
      .toSorted(),
  ).toEqual(open.toSorted());
  const forAdmins = routes.filter(({ path }) => path.startsWith('/api/admin'));
  const admitting = (access: Access) =>
    forAdmins
      .filter((each) => each.access === access)
      .map(toRouteName)
      .toSorted();
  expect(admitting('signed-in')).toEqual(adminForAll);
  expect(admitting('finance')).toEqual(adminForFinance);
  expect(routes.filter(({ access }) => access === 'finance')).toHaveLength(adminForFinance.length);
  expect(admitting('super-admin')).toHaveLength(
    forAdmins.length - adminForAll.length - adminForFinance.length,
  );
});

const refusals = ['unauthenticated', 'account_disabled', 'forbidden', 'internal'];

test.each(cases)('%s admits only the callers that its access names', async (_name, each) => {
  const wrong: string[] = [];
  const look = async (
    who: string,
    headers: Record<string, string>,
    isRight: (answer: { status: number; code: string }) => boolean,
  ) => {
    const { status, code = '' } = await call(each, headers);
    if (!isRight({ status, code })) wrong.push(`${who}: ${status} ${code}`);
  };
  for (const role of roles) {
    const refusal = role === 'signed-out' ? 'unauthenticated' : 'forbidden';
    if (!admitted[each.access].includes(role)) {
      await look(
        role,
        roleHeaders[role],
        ({ status, code }) => code === refusal && status === statusByCode[refusal],
      );
      // Requests that would succeed without a body are not sent.
    } else if (each.method === 'get' || each.body !== undefined) {
      await look(role, roleHeaders[role], ({ code }) => !refusals.includes(code));
    }
  }
  if (each.access !== 'anyone') {
    // Routes for every signed-in caller may first report what is missing in the request.
    const isEarlier = (status: number) => each.access === 'signed-in' && status === 400;
    await look(
      'disabled',
      disabled,
      ({ status, code }) => code === 'account_disabled' || isEarlier(status),
    );
  }
  expect(wrong).toEqual([]);
});
