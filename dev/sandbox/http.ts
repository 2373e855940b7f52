/** HTTP helpers of the stand-ins: a server (on localhost unless configured), pauses, event streams. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express, Response } from 'express';

export type Running = { url: string; close(): Promise<void> };

/**
 * Address that the stand-ins listen on. If this address is reachable from the network, the stand-ins accept
 * requests from anyone.
 */
export const host = process.env.SANDBOX_HOST || '127.0.0.1';

/** Port 0 uses any free port. */
export function listen(app: Express, port: number): Promise<Running> {
  return new Promise((resolve, reject) => {
    const server: Server = app.listen(port, host, (error?: Error) => {
      if (error) return reject(error);
      const { port: taken } = server.address() as AddressInfo;
      resolve({ url: `http://${host}:${taken}`, close: () => closeServer(server) });
    });
    // By default a connection that is idle for 5 s is closed, which may race with the next request.
    server.keepAliveTimeout = 75_000;
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // Without this, open streams and hanging requests would keep the process alive.
    server.closeAllConnections();
  });
}

/** False when the client has disconnected in the meantime. */
export function pause(milliseconds: number, response: Response): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off('close', done);
      resolve(!response.destroyed);
    };
    const timer = setTimeout(done, milliseconds);
    response.once('close', done);
  });
}

/** Waits until the client disconnects. */
export function untilClosed(response: Response): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => response.once('close', () => resolve()));
}

export function openStream(response: Response): void {
  response.status(200).set({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

export function sendEvent(response: Response, data: unknown): void {
  response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
}

/** The pause between two chunks that makes a stream look like typing without slowing tests down. */
export const usualChunkMs = 8;

/** Splits a text into pieces of about three words with their spaces; joined again, they are the text. */
export function toChunks(text: string): string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [];
}

/** A rough estimate for the reported usage. */
export const countTokens = (text: string) => Math.ceil(text.length / 4);

export function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 413;
}

/** Base64 of a 30 MB file and some text around it. */
export const bodyLimit = '44mb';
