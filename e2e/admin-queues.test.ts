import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpSuperAdmin, someSuperAdmins } from '@sachet/api/testing/super-admin';
import { foundOrganization, someEmail } from '@sachet/api/testing/organization';
import { openStudio, type Studio } from './studio.ts';

const [email] = someSuperAdmins(1);
let studio: Studio;
beforeAll(async () => {
  studio = await openStudio({ SUPER_ADMIN_EMAILS: email! });
});
afterAll(() => studio?.stop());

test('a super admin looks at the queues in the browser, and can change nothing', async () => {
  const { stack } = studio;
  const admin = await signUpSuperAdmin(stack, email!);
  await stack.worker.kill();
  const founder = await foundOrganization(stack);
  await founder.invite(someEmail());
  await studio.visit(async ({ page }) => {
    const opened = await page.request.post('/api/admin/queues/session', { headers: admin.headers });
    const { url } = (await opened.json()) as { url: string };
    await page.goto(url);
    await page.getByText('upkeep').first().waitFor();
    await page.goto(`${url}queue/mail?status=latest`);
    await page.getByText('invite-mail').first().waitFor();
    await page.getByText('[address]').first().waitFor();
    expect(await page.getByRole('button', { name: /pause|retry|remove|add job/i }).count()).toBe(0);
  });
});
