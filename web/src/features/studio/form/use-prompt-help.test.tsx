import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer, keepBack, refuse } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const improve = page.getByRole('button', { name: 'Improve my prompt · Free' });
const subject = page.getByLabelText('Subject', { exact: true });
const readSubject = () => (subject.element() as HTMLTextAreaElement).value;

test('the prompt help improves a prompt, marks the new words and restores the old ones', async () => {
  signIn();
  await visit('/?mode=image');
  await expect.element(improve).toBeDisabled();
  await subject.fill('a red kite');
  const asked: unknown[] = [];
  answer('POST /api/improve-prompt', ({ body }) => {
    asked.push(body);
    return { prompt: 'a red kite over Jaipur, evening light' };
  });
  await improve.click();
  await expect.element(subject).toHaveValue('a red kite over Jaipur, evening light');
  expect(asked).toEqual([{ prompt: 'a red kite', mode: 'image', language: 'en' }]);
  const status = page.getByRole('status').filter({ hasText: 'Improved.' });
  await expect
    .element(status.getByRole('insertion'))
    .toHaveTextContent('over Jaipur, evening light');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(subject).toHaveValue('a red kite');
  await expect.element(status).not.toBeInTheDocument();
});

test('the prompt help cannot restore the old prompt after the user has edited the improved one', async () => {
  signIn();
  await visit('/?mode=image');
  await subject.fill('a red kite');
  answer('POST /api/improve-prompt', { prompt: 'a red kite at noon' });
  await improve.click();
  await see(page.getByRole('button', { name: 'Undo' }));
  await subject.fill('a red kite at noon, and a boy');
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('the prompt help keeps what the user types while the prompt is being improved', async () => {
  signIn();
  await visit('/?mode=image');
  await subject.fill('a red kite');
  answer('POST /api/improve-prompt', { prompt: 'a red kite at noon' });
  const release = keepBack('POST /api/improve-prompt');
  await improve.click();
  await see(page.getByRole('button', { name: 'Improving…' }));
  await subject.fill('a red kite and a boy');
  release();
  await see(improve);
  await expect.element(subject).toHaveValue('a red kite and a boy');
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull();
});

test('the prompt help keeps the prompt and shows the reason when the improvement is refused', async () => {
  signIn();
  await visit('/?mode=image');
  await subject.fill('a red kite');
  refuse('POST /api/improve-prompt', 'rate_limited');
  await improve.click();
  await see(page.getByRole('main').getByRole('alert'));
  await expect.element(subject).toHaveValue('a red kite');
});

test('a visitor sees no button that improves the prompt', async () => {
  await visit('/?mode=image');
  await see(subject);
  await expect.element(improve).not.toBeInTheDocument();
});

test('an occasion fills in its prompt, replaces that of another occasion, and disappears when the user types', async () => {
  await visit('/?mode=image');
  await page.getByText('For an occasion').first().click();
  const diwali = page.getByRole('button', { name: /^Diwali/ });
  await diwali.click();
  await expect.poll(readSubject).toMatch(/^A greeting for Diwali/);
  await page.getByRole('button', { name: 'Wedding season' }).click();
  await expect.poll(readSubject).toMatch(/^A wedding invitation/);
  await page.getByRole('button', { name: 'Wedding season' }).click();
  await expect.element(subject).toHaveValue('');
  await subject.fill('my own words');
  await expect.element(diwali).not.toBeInTheDocument();
});

test('the focus stays on the button that improves a prompt', async () => {
  signIn();
  await visit('/?mode=image');
  await subject.fill('a red kite');
  answer('POST /api/improve-prompt', { prompt: 'a red kite at noon' });
  await improve.click();
  await expect.element(subject).toHaveValue('a red kite at noon');
  await expect.element(improve).toHaveFocus();
});
