// What journeys run inside the page. Each function stands alone: it is sent there as text.

/** A binding to the test. */
declare function reportViolation(words: string): void;

export const language = () => document.documentElement.lang;

export const paperColor = () => getComputedStyle(document.documentElement).backgroundColor;

export const pixelsTooWide = () =>
  Math.max(0, document.documentElement.scrollWidth - Math.ceil(innerWidth));

/** As in a browser whose text is set larger. */
export const largeText = (percent: number) => {
  document.documentElement.style.fontSize = `${percent}%`;
};

/** Places of what has not come yet. */
export const skeletons = () => document.querySelectorAll('main .animate-breathe').length;

export const focusIsIn = (selector: string) => Boolean(document.activeElement?.closest(selector));

export const isFocused = (element: Element) => element === document.activeElement;

export function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
}

/** The picture's own width, once all of it has been decoded. */
export async function decodedWidth(picture: Element): Promise<number> {
  if (!(picture instanceof HTMLImageElement)) throw new Error('That is not a picture.');
  await picture.decode();
  return picture.naturalWidth;
}

/** Opens a file as a viewer would: the browser decodes all of it or refuses. */
export async function measureFile(base64: string): Promise<{ width: number; height: number }> {
  const file = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
  const { width, height } = await createImageBitmap(file);
  return { width, height };
}

export function noRecognition(): void {
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) {
    Reflect.deleteProperty(window, name);
  }
}

export type Heard = { words: string; isFinal: boolean };

/** A recognition that hears what the page's `hear` events say, and fails by `fail` events. */
export function fakeRecognition(): void {
  class Recognition extends EventTarget {
    #hear = (event: Event) => {
      const { words, isFinal } = (event as CustomEvent<Heard>).detail;
      const results = [Object.assign([{ transcript: words }], { isFinal })];
      this.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }));
    };
    #fail = (event: Event) => {
      const error = (event as CustomEvent<string>).detail;
      this.dispatchEvent(Object.assign(new Event('error'), { error }));
      this.stop();
    };
    start() {
      Object.assign(window, { recognition: this });
      addEventListener('hear', this.#hear);
      addEventListener('fail', this.#fail);
    }
    stop() {
      removeEventListener('hear', this.#hear);
      removeEventListener('fail', this.#fail);
      this.dispatchEvent(new Event('end'));
    }
    abort() {
      this.stop();
    }
  }
  Object.assign(window, { SpeechRecognition: Recognition });
}
