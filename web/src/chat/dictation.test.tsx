// Dictation with the browser's speech recognition. Headless browsers lack it, so a class replaces it.
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { see, seeGone } from '../testing/mount';
import { visit } from '../testing/visit';

/** Replaces the browser's speech recognition. A test provides the results. */
class Recognition extends EventTarget {
  static started: Recognition | null = null;
  lang = '';
  start() {
    Recognition.started = this;
  }
  stop() {
    this.dispatchEvent(new Event('end'));
  }
  abort() {
    this.stop();
  }
  hear(transcript: string, isFinal: boolean) {
    const results = [Object.assign([{ transcript }], { isFinal })];
    this.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }));
  }
  fail(error: string) {
    this.dispatchEvent(Object.assign(new Event('error'), { error }));
    this.stop();
  }
}

const names = ['SpeechRecognition', 'webkitSpeechRecognition'];

function listenWith(recognition: typeof Recognition | undefined): void {
  for (const name of names) Object.assign(window, { [name]: recognition });
  Recognition.started = null;
}

afterEach(() => listenWith(undefined));

const field = page.getByRole('main').getByRole('textbox');
const button = (name: string) => page.getByRole('button', { name });

test('dictation shows a message in a browser without speech recognition', async () => {
  listenWith(undefined);
  await visit('/?mode=general');
  await button('Speak your message').click();
  await see(page.getByText('Voice input is not supported in your browser.'));
});

test.each([
  { language: 'en', spoken: 'en-IN', start: 'Speak your message', stop: 'Stop listening' },
  { language: 'hi', spoken: 'hi-IN', start: 'बोलकर लिखें', stop: 'सुनना बंद करें' },
  { language: 'hg', spoken: 'en-IN', start: 'Bol kar likho', stop: 'Sunna band karo' },
] as const)(
  'dictation in $language listens for $spoken and types the final words',
  async ({ language, spoken, start, stop }) => {
    listenWith(Recognition);
    await visit('/?mode=general', { language });
    await field.fill('Hello.');
    await button(start).click();
    await expect.poll(() => Recognition.started?.lang).toBe(spoken);

    Recognition.started?.hear('name my', false);
    await see(page.getByRole('status').getByText('name my'));
    await expect.element(field).toHaveValue('Hello.');
    Recognition.started?.hear(' name my kite shop', true);
    await expect.element(field).toHaveValue('Hello. name my kite shop');
    await button(stop).click();
    await see(button(start));
  },
);

test('dictation shows a message and stops when the microphone is blocked', async () => {
  listenWith(Recognition);
  await visit('/?mode=general');
  await button('Speak your message').click();
  await see(button('Stop listening'));
  Recognition.started?.fail('not-allowed');
  await see(page.getByText('The microphone is blocked.'));
  await seeGone(button('Stop listening'));
  await expect.element(field).toHaveValue('');
});
