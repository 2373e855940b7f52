import fonts from '../fonts.css?url';
import { storage } from './storage';

/** first-paint.js reads it, so that later visits show the fonts with the first paint. */
const storageKey = 'sachet.fonts';

/** Loads the fonts; until then, the text has a font of the system with the same metrics. */
export async function loadFonts(): Promise<void> {
  if (storage.read(storageKey) !== fonts) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = fonts;
    await new Promise((resolve) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', resolve);
      document.head.append(link);
    });
    if (link.sheet) storage.write(storageKey, fonts);
  }
  await document.fonts.ready;
}
