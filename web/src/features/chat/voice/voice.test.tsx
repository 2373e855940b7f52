// Dictation by the browser's speech recognition, which headless browsers lack, and by our server.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readWav } from '@sachet/shared/chat/wav';
import { expectAccess, expectToFit } from '../../../testing/access';
import { see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { serveFiles } from '../../../testing/uploads';
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

let heard: AudioContext | undefined;

/** Waits until half a second of sound was rendered: on a busy machine, an earlier stop would record nothing. */
async function hearHalfASecond(): Promise<void> {
  const { currentTime } = heard!;
  await expect.poll(() => heard!.currentTime).toBeGreaterThan(currentTime + 0.5);
}

/** A microphone that hears this tone; a volume of 0 is silence. */
function plugIn(volume: number): void {
  const audio = new AudioContext();
  heard = audio;
  const gain = audio.createGain();
  gain.gain.value = volume;
  const out = audio.createMediaStreamDestination();
  const tone = audio.createOscillator();
  tone.connect(gain).connect(out);
  tone.start();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    await audio.resume();
    return out.stream.clone();
  });
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await audio.close();
  });
}

const refuseMicrophone = (name: string) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('No', name));
  onTestFinished(() => void vi.restoreAllMocks());
};

async function speak(): Promise<void> {
  await button(/^Speak:/).click();
  await see(page.getByRole('status').getByText('The audio isn’t kept.'));
  await hearHalfASecond();
  await button(/^Stop listening:/).click();
}

describe('a browser that does not hear', () => {
  test('a recording is sent as a WAV in our format and its words are typed', async () => {
    signIn();
    plugIn(0.5);
    const getFile = serveFiles();
    answer('POST /api/dictation', { text: 'mithai ki dukaan' });
    await visit('/?mode=general', { language: 'hg' });
    await button(/^Bol kar likho:/).click();
    await see(page.getByText('Awaaz save nahi hoti.'));
    await hearHalfASecond();
    await button(/^Sunna band karo:/).click();
    await expect.element(field).toHaveValue('mithai ki dukaan');
    const [sent] = requestsTo('POST /api/dictation');
    expect(sent?.search.get('language')).toBe('hg');
    const recording = readWav(new Uint8Array(await getFile()!.arrayBuffer()));
    if (typeof recording === 'string') throw new Error(recording);
    expect(recording.seconds).toBeGreaterThan(0.1);
    await see(button(/^Bol kar likho:/));
  });

  test.each([
    { language: 'en', name: 'Speak: Subject', words: 'The audio isn’t kept.' },
    { language: 'hi', name: 'बोलकर लिखें: तस्वीर में क्या हो', words: 'आवाज़ सेव नहीं होती।' },
    { language: 'hg', name: 'Bol kar likho: Subject', words: 'Awaaz save nahi hoti.' },
  ] as const)(
    'the time left and the promise about the audio fit beside the label on a phone ($language)',
    async ({ language, name, words }) => {
      signIn();
      plugIn(0.5);
      await visit('/?mode=image', { phone: true, language });
      await button(name).click();
      const status = page.getByRole('status').filter({ hasText: words });
      await see(status);
      expect(status.element().textContent).toMatch(/^(1:00|0:[1-5]\d) · /);
      const { scrollHeight, clientHeight } = status.element();
      expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
      await expectAccess('a recording');
    },
  );

  test('silence is not sent, and the page says that nothing was heard', async () => {
    signIn();
    plugIn(0);
    serveFiles();
    await visit('/?mode=general', { phone: true });
    await speak();
    await see(page.getByText('Nothing was heard.'));
    expect(requestsTo('POST /api/dictation')).toEqual([]);
    await expectAccess('a field after silence');
  });

  test.each([
    ['unavailable', 'Dictation isn’t available right now.'],
    ['rate_limited', 'Refused: rate_limited'],
  ] as const)('a dictation that is refused as %s says what to do', async (code, words) => {
    signIn();
    plugIn(0.5);
    serveFiles();
    refuse('POST /api/dictation', code);
    await visit('/?mode=general');
    await speak();
    await see(page.getByText(words));
    await see(button(/^Speak:/));
    await expect.element(field).toHaveValue('');
  });

  test.each([
    ['NotAllowedError', 'The microphone is blocked.'],
    ['NotFoundError', 'No microphone found.'],
    ['NotReadableError', 'Voice input stopped.'],
  ])('a microphone with %s shows a message', async (name, words) => {
    signIn();
    refuseMicrophone(name);
    await visit('/?mode=general');
    await button(/^Speak:/).click();
    await see(page.getByText(words));
    await see(button(/^Speak:/));
  });

  test('a visitor is asked to sign up before the microphone', async () => {
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
    onTestFinished(() => void vi.restoreAllMocks());
    await visit('/?mode=general');
    await button(/^Speak:/).click();
    await see(page.getByRole('dialog'));
    expect(asked).not.toHaveBeenCalled();
  });

  test('recognition without a service behind it changes to a recording', async () => {
    listenWith(Recognition);
    signIn();
    plugIn(0.5);
    serveFiles();
    answer('POST /api/dictation', { text: 'kites' });
    await visit('/?mode=general');
    await button(/^Speak:/).click();
    await expect.poll(() => Recognition.started).not.toBeNull();
    Recognition.started?.fail('network');
    await see(page.getByRole('status').getByText('The audio isn’t kept.'));
    await hearHalfASecond();
    await button(/^Stop listening:/).click();
    await expect.element(field).toHaveValue('kites');
  });

  test('a browser that cannot record either shows a message', async () => {
    const { MediaRecorder } = window;
    Object.assign(window, { MediaRecorder: undefined });
    onTestFinished(() => void Object.assign(window, { MediaRecorder }));
    await visit('/?mode=general');
    await button(/^Speak:/).click();
    await see(page.getByText('Voice input is not supported in your browser.'));
  });
});
