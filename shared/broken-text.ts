/** Text that no column of ours keeps: a NUL, or one half of a surrogate pair. */

const isBroken = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/**
 * Where in a parsed value such text is: `image.data`, or '' for the value itself. For a key, the
 * object that has it. null: nowhere.
 */
export function findBrokenText(value: unknown): string | null {
  // No recursion: what a stranger sent may be nested deeper than the stack.
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

/** The same words with a mark in place of what cannot be kept: for what others wrote. */
export const toKeepableText = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd');
