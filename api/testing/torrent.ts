// Implements enough of OpenAI's streaming API to send far more text than was requested.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Torrent {
  /** For OPENAI_BASE_URL. */
  readonly url: string;
  /** Chunks of one reply. */
  readonly chunks: number;
  /** Characters of one reply. */
  readonly length: number;
  /** The number of replies that were sent to their last character. */
  sent(): number;
  close(): Promise<void>;
}

export async function startTorrent(reply: {
  readonly chunks: number;
  readonly chunkLength: number;
}): Promise<Torrent> {
  const { chunks, chunkLength } = reply;
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    pipeline(Readable.from(createEvents(reply)), response).then(
      () => (sent += 1),
      () => {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    chunks,
    length: chunks * chunkLength,
    sent: () => sent,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function* createEvents({ chunks, chunkLength }: { chunks: number; chunkLength: number }) {
  const event = (choice: object) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  for (let i = 0; i < chunks; i++) {
    yield event({ delta: { content: `${i} `.padEnd(chunkLength, 'x') } });
  }
  yield event({ delta: {}, finish_reason: 'stop' });
  yield 'data: [DONE]\n\n';
}
