/** A small server for tests that specify a provider's answer byte by byte. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type WireRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Whether the client hung up before the answer was complete. */
  hungUp: Promise<void>;
};
export type Reply = (response: ServerResponse, request: WireRequest) => void;

/** Answers the first request with the first reply and so on; the last reply is repeated. */
export async function startWire(...replies: Reply[]) {
  const requests: WireRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const hungUp = new Promise<void>((resolve) => {
      response.on('close', () => !response.writableFinished && resolve());
    });
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks),
      hungUp,
    };
    requests.push(request);
    replies[Math.min(requests.length, replies.length) - 1]!(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Server-sent events: one `data:` line for each entry, then a clean close. */
export function events(...entries: unknown[]): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const entry of entries) {
      response.write(`data: ${typeof entry === 'string' ? entry : JSON.stringify(entry)}\n\n`);
    }
    response.end();
  };
}

/** Server-sent events, and then silence without a close. */
export function eventsThenSilence(...entries: unknown[]): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const entry of entries) response.write(`data: ${JSON.stringify(entry)}\n\n`);
  };
}

/** Headers and half a body, and then silence. */
export const stalled: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data": [');
};

export const silent: Reply = () => {};

/** Half a body, and then the connection is destroyed. */
export const cutOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data": [');
  setTimeout(() => response.destroy(), 20);
};

export const badGateway: Reply = (response) => {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<html><body>nginx at 10.0.0.7</body></html>');
};
