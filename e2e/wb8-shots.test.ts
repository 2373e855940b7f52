import { callbackOf, openCounter } from '@sachet/api/testing/payments';
import { adjustBalance } from '@sachet/api/testing/spending';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { openAdministeredStudio, seedPeople, type AdministeredStudio } from './admin-steps.ts';
import { createIndividual, createMemberOf, createOrganizationAdmin } from './people.ts';
import { see } from './steps.ts';

let o: AdministeredStudio; let uid: string; let orgUid: string;
beforeAll(async () => {
  o = await openAdministeredStudio();
  const { studio } = o;
  await seedPeople(studio, 'x7Gk2mQpRtYv', 60);
  await studio.books.query(`update user_profile set created_at = now() where uid > 'x7Gk2mQpRtYv0052'`);
  const admin = await createOrganizationAdmin(studio); orgUid = admin.uid;
  await createMemberOf(studio, admin); 
  const p = await createIndividual(studio); uid = p.uid;
  for (const u of [p, admin]) {
    const [w] = await studio.books.query<{ wallet_id: string }>('select wallet_id from user_profile where uid = $1', [u.uid]);
    await adjustBalance(studio.stack.database, { walletId: w!.wallet_id, amountPaise: 12_34_567_89 });
  }
  const post = async (path: string, body: object, headers: Record<string, string> = p.headers) => (await (await fetch(studio.url + path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify(body) })).json()) as any;
  const { orderId } = await post('/api/razorpay-order', { amount: 500 });
  const pay = await openCounter(studio.stack.razorpayUrl).pay(orderId);
  await post('/api/razorpay-verify', callbackOf(orderId, pay));
  await post('/api/admin/users', { uid, action: 'add-credits', amount: 150, reason: 'goodwill' }, o.admin.headers);
  await post('/api/admin/users', { uid, action: 'disable' }, o.admin.headers);
  await post('/api/admin/users', { uid, action: 'enable' }, o.admin.headers);
  await post('/api/admin/refund-payment', { paymentId: pay, amount: 120, reason: 'paid twice' }, o.admin.headers);
  await studio.books.query(`insert into admin_notice (kind, subject, data) values ('provider_low', 'google', '{"provider":"google","remainingUSD":3.2,"thresholdUSD":5}')`).catch((e) => console.log(String(e)));
});
afterAll(() => o?.studio.stop());
const shot = (page: Page, name: string, fullPage = false) => page.screenshot({ path: `/tmp/wb8-shots/${name}.png`, fullPage });

test.each([
  { language: 'en', phone: false, theme: 'light' }, { language: 'en', phone: true, theme: 'light' },
  { language: 'hi', phone: true, theme: 'dark' }, { language: 'hi', phone: false, theme: 'dark' },
] as const)('shots %j', async (settings) => {
  const tag = `${settings.language}-${settings.phone ? 360 : 1440}-${settings.theme}`;
  await o.studio.visit(async ({ page }) => {
    await page.goto('/admin/users');
    await see(page.getByText('@seeded.test')); await page.waitForTimeout(700);
    await shot(page, `${tag}-0-list`);
    if (!settings.phone) { await page.keyboard.press('j'); await page.keyboard.press('j'); await shot(page, `${tag}-0-list-j`); }
    await page.mouse.wheel(0, 900); await page.waitForTimeout(300); await shot(page, `${tag}-0-list-scrolled`);
    await page.goto('/admin/users?q=nobody'); await page.waitForTimeout(900); await shot(page, `${tag}-0-none`);
    await page.route('**/api/admin/users?*', (r) => new Promise(() => {}));
    await page.goto('/admin/users?q=zz'); await page.waitForTimeout(900); await shot(page, `${tag}-0-loading`);
    await page.unrouteAll();
    for (const tab of ['overview', 'account', 'wallet', 'security', 'audit']) {
      await page.goto(`/admin/users?uid=${tab === 'overview' ? orgUid : uid}&tab=${tab}`);
      await see(page.getByRole('tabpanel')); await page.waitForTimeout(900);
      if (tab === 'wallet') await page.getByRole('dialog').getByRole('listitem').getByRole('button').nth(1).click();
      if (tab === 'account') { await page.locator('input[type=search]').last().fill('chai'); await page.waitForTimeout(900); }
      await shot(page, `${tag}-${tab}`);
      if (tab === 'wallet') {
        const f = page.locator('form').first();
        await f.locator('input').nth(0).fill('-6000'); await f.locator('input').nth(1).fill('wrong top-up');
        await f.locator('button[type=submit]').click(); await page.waitForTimeout(400);
        await shot(page, `${tag}-wallet-confirm`);
      }
    }
    await page.goto('/admin/ledger'); await page.waitForTimeout(600); await shot(page, `${tag}-ledger`);
  }, { ...settings, consent: 'denied', state: o.state });
}, 120_000);
