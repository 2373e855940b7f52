import { afterAll, beforeAll, expect, test } from 'vitest';
import { foundOrganization, someEmail } from '@sachet/api/testing/organization';
import { shareAdministeredStudio, type AdministeredStudio } from './admin-steps.ts';

let opened: AdministeredStudio;
beforeAll(async () => {
  opened = await shareAdministeredStudio();
});
afterAll(() => opened?.studio.stop());

test('a super admin can view the queues in the browser but change nothing', async () => {
  const { studio, admin } = opened;
  const { stack } = studio;
  await stack.worker.kill();
  const founder = await foundOrganization(stack);
  await founder.invite(someEmail());
  await studio.visit(async ({ page }) => {
    const opened = await page.request.post('/api/admin/queues/session', { headers: admin.headers });
    const { url } = (await opened.json()) as { url: string };
    await page.goto(url);
    await page.getByText('upkeep').first().waitFor();
    await page.goto(`${url}queue/mail?status=latest`);
    await page.getByText('mailId').first().waitFor();
    expect(await page.getByRole('button', { name: /pause|retry|remove|add job/i }).count()).toBe(0);
  });
});
