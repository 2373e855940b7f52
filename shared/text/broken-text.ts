/** Finds and replaces text that Postgres cannot store: a NUL, or one half of a surrogate pair. */

const isBroken = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/**
 * The path of the first text in a parsed value that Postgres cannot store: `image.data`, or '' for the value
 * itself. For a key, the path of its object. Null if Postgres can store the whole value.
 */
export function findBrokenText(value: unknown): string | null {
  // Does not use recursion: a request may be nested deeper than the stack.
  const left: [path: string, value: unknown][] = [['', value]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, each] = next;
    if (typeof each === 'string' && isBroken(each)) return path;
    if (typeof each !== 'object' || each === null || ArrayBuffer.isView(each)) continue;
    for (const [key, inner] of Object.entries(each)) {
      if (isBroken(key)) return path;
      left.push([path === '' ? key : `${path}.${key}`, inner]);
    }
  }
  return null;
}

/** Replaces the characters that Postgres cannot store with U+FFFD, in text from outside. */
export const toKeepableText = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd');
