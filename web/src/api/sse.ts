export type ServerSentEvent = { event: string; data: string; id?: string };

/**
 * Reads a `text/event-stream`, whose chunks may break anywhere, into events. Only what our API sends
 * is understood: `event`, `data` and `id` fields, and comments as heartbeats. An `id` belongs to its
 * own event only.
 */
export function createSseParser(onEvent: (event: ServerSentEvent) => void) {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | undefined;

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) {
        onEvent({
          event: event || 'message',
          data: data.join('\n'),
          ...(id !== undefined && { id }),
        });
      }
      event = '';
      data = [];
      id = undefined;
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (field === 'id') id = value;
  }

  return {
    feed(chunk: string): void {
      const text = rest + chunk;
      // A carriage return at the very end may be the first half of CRLF: it waits for the next chunk.
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
      const lines = whole.split(/\r\n|\n|\r/);
      rest = (lines.pop() ?? '') + text.slice(whole.length);
      for (const line of lines) takeLine(line);
    },
  };
}
