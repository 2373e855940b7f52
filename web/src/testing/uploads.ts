/** Answers photo uploads. The client sends them with XMLHttpRequest, which reports progress. */
import { onTestFinished } from 'vitest';
import { sending } from '../app/base/busy';
import { respond, serve } from './server';

/**
 * Has the parts of XMLHttpRequest that the client uses, and passes requests to the replacement of the API.
 */
class ServedRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  response: unknown = null;
  readonly #headers = new Headers();
  readonly #stop = new AbortController();
  #method = '';
  #path = '';

  open(method: string, path: string): void {
    this.#method = method;
    this.#path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  send(body: FormData | Blob): void {
    newestFile = body instanceof FormData ? (body.get('image') as File) : body;
    void this.#send(body);
  }

  abort(): void {
    this.#stop.abort();
    this.dispatchEvent(new Event('abort'));
  }

  async #send(body: FormData | Blob): Promise<void> {
    const { signal } = this.#stop;
    const request = { method: this.#method, headers: this.#headers, body, signal };
    try {
      const answered = await serve(this.#path, request);
      this.status = answered.status;
      this.response = await answered.json();
      this.dispatchEvent(new Event('load'));
    } catch {
      if (!signal.aborted) this.dispatchEvent(new Event('error'));
    }
  }
}

let newestFile: Blob | null = null;
let uploads = 0;

/** Accepts uploads of any file until the test ends. The returned function returns the newest file. */
export function serveFiles(): () => Blob | null {
  const { XMLHttpRequest } = globalThis;
  globalThis.XMLHttpRequest = ServedRequest as unknown as typeof XMLHttpRequest;
  onTestFinished(() => {
    globalThis.XMLHttpRequest = XMLHttpRequest;
  });
  return () => newestFile;
}

/** Like `serveFiles`, but for photos. Returns the list of received photos, oldest first. */
export function answerUploads(): File[] {
  // Cancels an upload in progress, which would cover the page in the next tests.
  onTestFinished(() => sending.get()?.cancel());
  const getNewest = serveFiles();
  const photos: File[] = [];
  respond('POST /api/upload', () => {
    photos.push(getNewest() as File);
    uploads += 1;
    const upload = { uploadId: `upl_${uploads}`, expiresAt: '2036-03-01T10:00:00.000Z' };
    return Response.json(upload, { status: 201 });
  });
  return photos;
}

/** A photo as a camera writes it. */
export async function takePhoto(name = 'holiday.jpg', width = 320, height = 240): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, {
    type: 'image/jpeg',
  });
}
