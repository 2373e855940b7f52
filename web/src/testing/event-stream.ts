/** The server's end of a stream of server-sent events. A test controls it. */
export interface EventStream {
  /** `id` is the event's id. It can be left out. */
  send(event: string, data: object, id?: number): void;
  end(): void;
  /** Breaks the stream with an error, as a lost network does. */
  breakOff(): void;
}

export const eventStreamType = 'text/event-stream';

export function openEventStream(): { response: Response; stream: EventStream } {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // If the client has disconnected, writing to the stream fails, and that failure is ignored.
  const ignoreFailure = (writing: Promise<void>) => void writing.catch(() => undefined);
  return {
    response: new Response(readable, { headers: { 'Content-Type': eventStreamType } }),
    stream: {
      send(event, data, id) {
        const idLine = id === undefined ? '' : `id: ${id}\n`;
        const text = `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
        ignoreFailure(writer.write(encoder.encode(text)));
      },
      end: () => ignoreFailure(writer.close()),
      breakOff: () => ignoreFailure(writer.abort(new TypeError('network error'))),
    },
  };
}
