// Dictation by the browser's speech recognition, which headless browsers lack.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { visit } from '../../../testing/visit';

/** A speech recognition whose results a test provides. */
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

beforeEach(() => listenWith(undefined));
afterEach(() => listenWith(undefined));

const field = page.getByRole('main').getByRole('textbox');
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('a browser that hears', () => {
  test.each([
    { language: 'en', spoken: 'en-US', start: /^Speak:/, stop: /^Stop listening:/ },
    { language: 'hi', spoken: 'hi-IN', start: /^बोलकर लिखें:/, stop: /^सुनना बंद करें:/ },
    { language: 'hg', spoken: 'en-US', start: /^Bol kar likho:/, stop: /^Sunna band karo:/ },
  ] as const)(
    'dictation in $language listens for $spoken and types final words',
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

  test('a blocked microphone shows a message and stops listening', async () => {
    listenWith(Recognition);
    await visit('/?mode=general');
    await button(/^Speak:/).click();
    await see(button(/^Stop listening:/));
    Recognition.started?.fail('not-allowed');
    await see(page.getByText('The microphone is blocked.'));
    await seeGone(button(/^Stop listening:/));
    await expect.element(field).toHaveValue('');
  });

  test.each([
    ['image', 'Speak: Subject'],
    ['edit_image', /^Speak: /],
    ['instagram', /^Speak: /],
    ['instagram_ideas', 'Speak: Niche'],
  ])(
    'the %s tool has a microphone beside its field, and one field listens at a time',
    async (mode, name) => {
      listenWith(Recognition);
      signIn();
      await visit(`/?mode=${mode}`, { phone: true });
      await button(name).first().click();
      await expect.poll(() => Recognition.started).not.toBeNull();
      Recognition.started?.hear('for sweet lovers', true);
      const values = () =>
        page
          .getByRole('textbox')
          .elements()
          .map((box) => (box as HTMLInputElement).value);
      await expect.poll(values).toContain('for sweet lovers');
      await expectToFit(`the microphone of ${mode}`);
      await expectAccess(`the microphone of ${mode}`);
    },
  );
});

describe('a browser that does not hear', () => {
  test('a press of the microphone says that it is not supported', async () => {
    await visit('/?mode=general', { phone: true });
    await button(/^Speak:/).click();
    await see(page.getByText('Voice input is not supported in your browser.'));
    await see(button(/^Speak:/));
    await expect.element(field).toHaveValue('');
    await expectAccess('an unsupported microphone');
  });

  test.each([
    ['network', 'Voice input is not supported in your browser.'],
    ['audio-capture', 'No microphone found.'],
    ['bad-grammar', 'Voice input stopped.'],
  ])(
    'a recognition that fails with %s shows a message and stops listening',
    async (error, words) => {
      listenWith(Recognition);
      await visit('/?mode=general');
      await button(/^Speak:/).click();
      await expect.poll(() => Recognition.started).not.toBeNull();
      Recognition.started?.fail(error);
      await see(page.getByText(words));
      await see(button(/^Speak:/));
    },
  );
});
