/** Cleans everything that a provider sends, so that it can be stored and has a bounded size. */
import { toKeepableText } from '@sachet/shared/text/broken-text';

/** The longest reply that is kept; a longer reply is cut. */
export const replyBytesMax = 256_000;

/** Whether the text contains a visible character. */
export const hasWords = (text: string): boolean => /[^\s\0\ufffd\p{Cf}]/u.test(text);

/** A copy in which every text can be stored. Bytes and dates stay as they are. */
export function clean<T>(value: T): T {
  if (typeof value === 'string') return toKeepableText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value) || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(clean) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)])) as T;
}

/** A whole text, cut at the limit. */
export function toBoundedText(text: string): { text: string; isCut: boolean } {
  const reply = startReply();
  return { text: reply.take(text), isCut: reply.isFull() };
}

/**
 * A text that arrives in pieces. The visible part waits for its first word, and half of a surrogate pair
 * waits for the other half.
 */
export function startReply() {
  let waiting = '';
  let bytes = 0;
  let hasBegun = false;
  return {
    /** Returns the text that can be shown after this piece. */
    take(piece: string): string {
      const known = waiting + piece;
      const end = isHighSurrogate(known.at(-1)) ? known.length - 1 : known.length;
      hasBegun ||= hasWords(known);
      waiting = hasBegun ? known.slice(end) : known.slice(0, replyBytesMax);
      if (!hasBegun) return '';
      const text = cutTo(replyBytesMax - bytes, toKeepableText(known.slice(0, end)));
      bytes += Buffer.byteLength(text.shown);
      if (text.isCut) bytes = replyBytesMax + 1;
      return text.shown;
    },
    isFull: () => bytes > replyBytesMax,
  };
}

const isHighSurrogate = (unit: string | undefined): boolean =>
  unit !== undefined && /[\ud800-\udbff]/.test(unit);

function cutTo(bytesMax: number, text: string): { shown: string; isCut: boolean } {
  if (Buffer.byteLength(text) <= bytesMax) return { shown: text, isCut: false };
  // The decoder drops a character whose last bytes are missing.
  const bytes = Buffer.from(text).subarray(0, bytesMax);
  return { shown: new TextDecoder().decode(bytes, { stream: true }), isCut: true };
}
