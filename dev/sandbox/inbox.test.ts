import { expect, it, onTestFinished } from 'vitest';
import { startInbox } from './inbox.ts';

it('the page of the inbox loads nothing from other hosts', async () => {
  const inbox = await startInbox({ emulatorUrl: null, projectId: 'demo-x' });
  onTestFinished(() => inbox.close());
  const answer = await fetch(inbox.url);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await answer.text();
  expect(page).toContain('Sandbox inbox');
  expect(page).not.toMatch(/src=|innerHTML|https?:/);
});
