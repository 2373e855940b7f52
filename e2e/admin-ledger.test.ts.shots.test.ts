import { callbackOf, openCounter } from '@sachet/api/testing/payments';
import { fillAndSpend } from '@sachet/api/testing/spending';
import { afterAll, beforeAll, test } from 'vitest';
import { openAdministeredStudio, type AdministeredStudio } from './admin-steps.ts';
import { createIndividual, createMemberOf, createOrganizationAdmin } from './people.ts';
import { see } from './steps.ts';

let o: AdministeredStudio; let wid: string;
beforeAll(async () => {
  o = await openAdministeredStudio();
  const { studio } = o;
  const org = await createOrganizationAdmin(studio);
  const m = await createMemberOf(studio, org);
  const p = await createIndividual(studio);
  for (const u of [m, p]) {
    const [w] = await studio.books.query<{ wallet_id: string }>('select wallet_id from user_profile where uid = $1', [u.uid]);
    wid = w!.wallet_id;
    await fillAndSpend(studio.stack.database, { walletId: wid, uid: u.uid, amountPaise: 1_23_456_00 });
  }
  const post = async (path: string, body: object, headers: Record<string, string> = p.headers) => (await (await fetch(studio.url + path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify(body) })).json()) as any;
  const { orderId } = await post('/api/razorpay-order', { amount: 500 });
  const pay = await openCounter(studio.stack.razorpayUrl).pay(orderId);
  await post('/api/razorpay-verify', callbackOf(orderId, pay));
  await post('/api/admin/refund-payment', { paymentId: pay, amount: 120, reason: 'paid twice' }, o.admin.headers);
  const g = await post('/api/generate', { prompt: 'a mango', language: 'en', mode: 'image', provider: 'google', quality: 'quality', aspectRatio: '1:1', previewMax: 256 });
  await post('/api/unlock-image', { generationId: g.generationId, recipe: g.recipe, finalSize: 1024 });
  await studio.books.query(`insert into payment_exception (kind, subject, payment_id, gateway_order_id, detail) values ('unknown_order', $1, $1, 'order_QAbcdEFGhijk', '{"status":"captured","amountPaise":70000,"currency":"INR","refundedPaise":0}'), ('dispute_closed','disp_123',$1,null,'{"step":"closed","amountPaise":50000,"currency":"INR","words":"closed"}')`, [pay]);
  await studio.books.query(`insert into payment_exception (kind, subject, payment_id, detail, resolved_at, resolved_by, note) values ('second_payment', $1, $1, '{"amountPaise":50000,"paidBeforeBy":"pay_x"}', now(), $2, 'Sent back by hand')`, [pay, `admin:${o.admin.uid}`]);
  await fetch(studio.url + '/api/admin/ledger/verify', { method: 'POST', headers: o.admin.headers });
}, 120_000);
afterAll(() => o?.studio.stop());

test.each([
  { language: 'en', phone: false, theme: 'light' }, { language: 'hi', phone: true, theme: 'dark' },
] as const)('shots %j', async (settings) => {
  const tag = `${settings.language}-${settings.phone ? 360 : 1440}-${settings.theme}`;
  const [cap] = await o.studio.books.query<{ wallet_id: string; seq: number }>(`select wallet_id, seq from ledger_event where generation_id is not null order by position desc limit 1`);
  await o.studio.visit(async ({ page }) => {
    for (const [name, path] of [
      ['list', '/admin/ledger'], ['filtered', `/admin/ledger?wallet=${wid}&kind=Charged,HoldPlaced`], ['none', '/admin/ledger?actor=x'],
      ['trial', '/admin/ledger?view=trial-balance'], ['asof', `/admin/ledger?view=as-of&wallet=${wid}&at=2030-01-01T00:00:00Z`], ['verify', '/admin/ledger?view=verification'],
      ['event', `/admin/ledger/event?wallet=${cap?.wallet_id ?? wid}&seq=${cap?.seq ?? 2}`], ['payments', '/admin/payments'], ['resolved', '/admin/payments?state=resolved'],
    ] as const) {
      await page.goto(path);
      await see(page.getByRole('heading', { level: 1 })); await page.waitForTimeout(500);
      if (name === 'payments') { await page.getByRole('listitem').getByRole('button', { expanded: false }).first().click(); }
      await page.screenshot({ path: `/tmp/wc8-shots/${tag}-${name}.png`, fullPage: name !== 'list' });
    }
  }, { ...settings, consent: 'denied', state: o.state });
}, 120_000);
