// Captions for a photo, from the form to the copied text.
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerGenerations, someText } from '../../../testing/generations';
import { see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answerUploads } from '../../../testing/uploads';
import { visit } from '../../../testing/visit';

const write = page.getByRole('button', { name: 'Write captions · Free' });
const tools = page.getByRole('navigation', { name: 'Choose a tool' });
const resultFrom = (provider: string) =>
  page.getByRole('article', { name: `Result from ${provider}` });

async function takePhoto(): Promise<File> {
  const canvas = new OffscreenCanvas(320, 240);
  canvas.getContext('2d')?.fillRect(0, 0, 160, 240);
  return new File([await canvas.convertToBlob()], 'chai.png', { type: 'image/png' });
}

test('the caption tool requires a photo, shows captions of both providers with Copy buttons, and leaves no results in other tools', async () => {
  signIn();
  const photos = answerUploads();
  const captions = ['Rain outside #tea', 'Chai inside #chai', 'Steam over clay #cups'];
  const content = captions.map((caption, index) => `${index + 1}. ${caption}`).join('\n');
  const free = { status: 'ready', unlocked: true, prices: null, cost: 0, content } as const;
  const orders = answerGenerations([], () => free);
  const copied: string[] = [];
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
  onTestFinished(() => copying.mockRestore());
  await visit('/?mode=instagram');
  await write.click();
  await see(page.getByText('Upload a photo first.'));
  await page.getByLabelText('Choose a photo').upload(await takePhoto());
  await see(page.getByText('chai.png'));
  await seeGone(page.getByText('Upload a photo first.'));
  // One tone is always chosen: pressing it again keeps it.
  await page.getByRole('button', { name: 'Funny' }).click();
  await page.getByRole('button', { name: 'Funny' }).click();
  await page.getByLabelText('Audience', { exact: true }).fill('Tea lovers');
  await write.click();

  for (const provider of ['Google', 'OpenAI']) {
    await see(resultFrom(provider).getByRole('button', { name: 'Copy caption 3' }));
  }
  expect(photos).toHaveLength(1);
  expect(orders.map(({ mode, provider, quality }) => [mode, provider, quality])).toEqual([
    ['instagram', 'google', 'speed'],
    ['instagram', 'openai', 'speed'],
  ]);
  for (const { prompt } of orders) expect(prompt).toContain('Audience: Tea lovers\nTone: Funny');
  // The word is shown for two seconds, which a slow press takes to return.
  await Promise.all([
    see(resultFrom('Google').getByText('Copied')),
    resultFrom('Google').getByRole('button', { name: 'Copy caption 2' }).click(),
  ]);
  expect(copied).toEqual([captions[1]]);
  await see(page.getByRole('heading', { name: 'Your captions' }));
  await see(page.getByText('Tea lovers · Funny', { exact: true }));

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await seeGone(page.getByRole('article'));
  await tools.getByRole('link', { name: 'Chat' }).click();
  await see(page.getByLabelText('Your message', { exact: true }));
  expect(page.getByRole('article').query()).toBeNull();
  await tools.getByRole('link', { name: 'Instagram' }).click();
  await see(write);
  await expect.element(page.getByLabelText('Audience', { exact: true })).toHaveValue('Tea lovers');
  expect(page.getByRole('article').query()).toBeNull();
});

test('"Make a post of it" fills the picture form with the words of a caption, without its hashtags', async () => {
  signIn();
  const content = '- Rain outside, chai inside. #tea #rain\n- Two\n- Three';
  const caption = someText({ content, prompt: 'Tone: Casual' });
  answerGenerations([caption]);
  await visit(`/?mode=instagram&results=${caption.generationId}`);
  await see(page.getByText('Your photo · Casual', { exact: true }));
  await page.getByRole('link', { name: 'Make a post of it: caption 1' }).click();
  await expect
    .element(page.getByLabelText('Subject', { exact: true }))
    .toHaveValue('Rain outside, chai inside.');
});
