import { closeSync, openSync, readSync, statSync } from 'node:fs';

const pause_ms = 2_000;
const atMost_bytes = 256 * 1024;

/** Prints on the console, one line at a time, that a server has logged errors (pino's level 50+). */
export function watchErrors(name: string, logFile: string, say: (line: string) => void): void {
  let position = getSize(logFile);
  setInterval(() => {
    const size = getSize(logFile);
    const text = readRange(logFile, Math.max(position, size - atMost_bytes), size);
    position = size;
    const summary = summariseErrors(text);
    if (summary) say(`${name}: ${summary} (${logFile})`);
  }, pause_ms).unref();
}

export function summariseErrors(text: string): string | undefined {
  const messages = text.split('\n').flatMap((line) => {
    if (!/"level":[56]0/.test(line)) return [];
    try {
      const entry = JSON.parse(line);
      return [String(entry.err?.message ?? entry.msg ?? line)];
    } catch {
      return [line];
    }
  });
  const last = messages.at(-1);
  if (last === undefined) return undefined;
  const what = last.split('\n')[0]!.slice(0, 160);
  return messages.length === 1 ? `an error: ${what}` : `${messages.length} errors, last: ${what}`;
}

function getSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function readRange(file: string, from: number, to: number): string {
  if (to <= from) return '';
  const buffer = Buffer.alloc(to - from);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, from));
  } finally {
    closeSync(descriptor);
  }
}
