// Speaking instead of typing: by the browser's own recognition, which no headless browser has.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeRecognition, noRecognition, type Heard } from './in-page.ts';
import { see, seeGone, soon } from './steps.ts';
import { openStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.stop());

const box = 'Your message';

test('given a browser that cannot listen, when the microphone is pressed, then it says so', () =>
  studio.visit(async ({ page }) => {
    await page.addInitScript(noRecognition);
    await page.goto('/?mode=general');
    await page.getByRole('button', { name: 'Speak your message' }).click();
    await see(page.getByText('Voice input is not supported in your browser.'));
  }));

test.each([
  { language: 'en', spoken: 'en-US', start: 'Speak your message', stop: 'Stop listening' },
  { language: 'hi', spoken: 'hi-IN', start: 'बोलकर लिखें', stop: 'सुनना बंद करें' },
  { language: 'hg', spoken: 'hi-IN', start: 'Bol kar likho', stop: 'Sunna band karo' },
] as const)(
  'given $language, when somebody speaks, then $spoken is listened for and what is certain is typed',
  ({ language, spoken, start, stop }) =>
    studio.visit(
      async ({ page }) => {
        const hear = (heard: Heard) =>
          page.evaluate(
            (given) => dispatchEvent(new CustomEvent('hear', { detail: given })),
            heard,
          );
        await page.addInitScript(fakeRecognition);
        await page.goto('/?mode=general');
        const field = page.locator('form textarea');
        await field.fill('Hello.');
        await page.getByRole('button', { name: start }).click();
        expect(await page.evaluate('recognition.lang')).toBe(spoken);
        await hear({ words: 'name my', isFinal: false });
        await see(page.getByRole('status').getByText('name my'));
        expect(await field.inputValue()).toBe('Hello.');
        await hear({ words: ' name my kite shop', isFinal: true });
        await soon(async () => expect(await field.inputValue()).toBe('Hello. name my kite shop'));
        await page.getByRole('button', { name: stop }).click();
        await see(page.getByRole('button', { name: start }));
      },
      { language },
    ),
);

test('given a microphone that is blocked, then it is said in words and nothing listens', () =>
  studio.visit(async ({ page }) => {
    await page.addInitScript(fakeRecognition);
    await page.goto('/?mode=general');
    await page.getByRole('button', { name: 'Speak your message' }).click();
    await see(page.getByRole('button', { name: 'Stop listening' }));
    await page.evaluate(() => dispatchEvent(new CustomEvent('fail', { detail: 'not-allowed' })));
    await see(page.getByText('The microphone is blocked.'));
    await seeGone(page.getByRole('button', { name: 'Stop listening' }));
    expect(await page.getByRole('textbox', { name: box }).inputValue()).toBe('');
  }));
