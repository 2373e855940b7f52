import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { see, seeGone } from '../../testing/mount';
import { visit } from '../../testing/visit';

const home = 'Good AI, in small packets.';
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const paper = () => getComputedStyle(document.documentElement).backgroundColor;

test('the page and its lang attribute change immediately when the user chooses a language', async () => {
  await visit('/');
  for (const [name, lang, title] of [
    ['हिन्दी', 'hi', /[\u0900-\u097f]/],
    ['Hinglish', 'hi-Latn', /^[^\u0900-\u097f]+$/],
    ['English', 'en', home],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    await see(heading(title));
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    expect(document.documentElement.lang).toBe(lang);
  }
});

test('the theme button switches to the other theme and back', async () => {
  await visit('/');
  const light = paper();
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await expect.poll(paper).not.toBe(light);
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  await expect.poll(paper).toBe(light);
});

test('the first Tab shows a hidden link that skips a header of any height, without a history entry', async () => {
  await visit('/', { phone: true, language: 'hi' });
  await see(heading(/./));
  const bottom = () => document.querySelector('a[href="#content"]')!.getBoundingClientRect().bottom;
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => void (document.documentElement.style.fontSize = ''));
  expect(bottom()).toBeLessThanOrEqual(0);
  await userEvent.tab();
  await expect.poll(bottom).toBeGreaterThan(0);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.closest('main')).not.toBeNull();
  expect(location.hash).toBe('');
});

test('a dialog keeps the focus, closes with Escape and then returns the focus', async () => {
  await visit('/');
  const getStarted = page.getByRole('button', { name: 'Get Started' });
  await see(getStarted);
  (getStarted.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Welcome back' });
  await see(dialog);
  await see(dialog.getByRole('tab', { name: 'Login' }));
  for (const shift of [false, true]) {
    for (let press = 1; press <= 20; press++) {
      await userEvent.tab({ shift });
      expect(document.activeElement?.closest('[role=dialog]'), `Tab ${press}`).not.toBeNull();
    }
  }
  await userEvent.keyboard('{Escape}');
  await seeGone(dialog);
  await expect.element(getStarted).toHaveFocus();
});

test('Ctrl+Enter sends a form, and a form without a subject shows what is missing', async () => {
  await visit('/?mode=image');
  const subject = page.getByLabelText('Subject', { exact: true });
  await subject.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await see(page.getByText('Describe what the picture should show.'));
  await userEvent.keyboard('A yellow umbrella');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await see(page.getByRole('dialog', { name: 'Create your account' }));
});
