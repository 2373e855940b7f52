/**
 * Makes PDFs in a thread, because one takes a twentieth of a second of a core: the event loop of a server that
 * answers requests does not wait for it. Documents are our own data, so a thread is enough.
 */
import { Worker } from 'node:worker_threads';
import type { StoredDocument } from '@sachet/shared/tax/content';

export interface Order {
  readonly id: number;
  readonly document: StoredDocument;
  readonly publicUrl: string;
}
export type Rendered =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly error: string };

/** A thread without work for this long ends and frees its memory. */
const idleMs = 60_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
const pending = new Map<number, PromiseWithResolvers<Uint8Array>>();

/** `renderPdf` in another thread. */
export async function renderPdfApart(
  document: StoredDocument,
  publicUrl: string,
): Promise<Uint8Array> {
  clearTimeout(idle);
  thread ??= startThread();
  const id = (lastId += 1);
  const rendered = Promise.withResolvers<Uint8Array>();
  pending.set(id, rendered);
  thread.ref();
  thread.postMessage({ id, document, publicUrl } satisfies Order);
  return rendered.promise.finally(() => {
    pending.delete(id);
    if (pending.size > 0 || !thread) return;
    // An idle thread must not keep its process from ending.
    thread.unref();
    idle = setTimeout(() => void thread?.terminate(), idleMs).unref();
  });
}

function startThread(): Worker {
  const started = new Worker(new URL('./render-apart-thread.ts', import.meta.url));
  started.on('message', (rendered: Rendered) => {
    const waiting = pending.get(rendered.id);
    if ('bytes' in rendered) waiting?.resolve(rendered.bytes);
    else waiting?.reject(new Error(rendered.error));
  });
  const end = (error: Error) => {
    if (thread === started) thread = undefined;
    for (const { reject } of pending.values()) reject(error);
  };
  started.on('error', end);
  started.on('exit', () => end(new Error('the thread for documents has ended')));
  return started;
}
