// A proxy in front of a provider's sandbox that counts requests and can make them wait.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';

export interface Gate {
  /** Replaces the sandbox's own address. */
  readonly url: string;
  /** Bodies of all requests so far. */
  readonly asked: string[];
  /** Holds all further requests. */
  shut(): void;
  /** Forwards only the request that has waited longest. */
  passOne(): void;
  open(): void;
  /** Waits until all held requests were closed by their clients, so that none of them is forwarded. */
  isLeft(): Promise<void>;
  /** Waits until this many requests have arrived since the gate was created. */
  isAsked(times: number): Promise<void>;
  /** The number of requests whose client closed the connection before the answer. */
  abandoned(): number;
  /** Forwards to another server until `reset`. */
  forwardTo(url: string): void;
  /** Opens the gate, forwards to the sandbox again and resets the counts. */
  reset(): void;
  close(): Promise<void>;
}

export async function startGate(target: string): Promise<Gate> {
  const asked: string[] = [];
  let abandoned = 0;
  let waiting = 0;
  let isShut = false;
  let forwardsTo = target;
  const held = new Set<() => void>();
  const open = () => {
    isShut = false;
    for (const release of held) release();
  };
  const server = createServer((request, response) => {
    waiting += 1;
    response.on('close', () => {
      waiting -= 1;
      if (!response.writableFinished) abandoned += 1;
    });
    void pass(request, response).catch(() => response.destroy());
  });

  /** Waits until the request is forwarded or its client closes the connection. */
  async function hold(response: ServerResponse): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.add(resolve);
    response.on('close', resolve);
    await promise;
    held.delete(resolve);
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    asked.push(body.toString('latin1'));
    if (isShut) await hold(response);
    if (response.destroyed) return;
    const { origin } = new URL(forwardsTo);
    const onward = ask(origin + request.url, { method: request.method, headers: request.headers });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href.replace(/\/$/, ''),
    asked,
    shut() {
      isShut = true;
    },
    passOne() {
      const [longest] = held;
      longest?.();
    },
    open,
    isLeft: () =>
      vi.waitUntil(() => waiting === 0, { timeout: 60_000, interval: 10 }).then(() => {}),
    async isAsked(times) {
      await vi.waitUntil(() => asked.length >= times, { timeout: 60_000, interval: 10 });
    },
    abandoned: () => abandoned,
    forwardTo(url) {
      forwardsTo = url;
    },
    reset() {
      open();
      forwardsTo = target;
      asked.length = 0;
    },
    async close() {
      open();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
