/** The server's end of a stream of server-sent events. */
export interface EventStream {
  /** `id` is the event's id, if it has one. */
  send(event: string, data: object, id?: number): void;
  end(): void;
  /** Breaks the stream, as a lost network does. */
  breakOff(): void;
}

export const eventStreamType = 'text/event-stream';

export function openEventStream(): { response: Response; stream: EventStream } {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // A client that has disconnected receives nothing.
  const unheard = (writing: Promise<void>) => void writing.catch(() => undefined);
  return {
    response: new Response(readable, { headers: { 'Content-Type': eventStreamType } }),
    stream: {
      send(event, data, id) {
        const idLine = id === undefined ? '' : `id: ${id}\n`;
        const text = `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
        unheard(writer.write(encoder.encode(text)));
      },
      end: () => unheard(writer.close()),
      breakOff: () => unheard(writer.abort(new TypeError('network error'))),
    },
  };
}
