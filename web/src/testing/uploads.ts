/** Photos on their way to the API: the client sends them by XMLHttpRequest, which tells how far it is. */
import { onTestFinished } from 'vitest';
import { sending } from '../api/photo-upload';
import { respond, serve } from './server';

/** As much of XMLHttpRequest as the client uses, with the stand-in for the API at its other end. */
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

  send(form: FormData): void {
    newestPhoto = form.get('image') as File;
    void this.#send(form);
  }

  abort(): void {
    this.#stop.abort();
    this.dispatchEvent(new Event('abort'));
  }

  async #send(body: FormData): Promise<void> {
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

let newestPhoto: File | null = null;
let uploads = 0;

/** Takes every photo from now on, until the test ends. Returns those that came, oldest first. */
export function answerUploads(): File[] {
  const { XMLHttpRequest } = globalThis;
  globalThis.XMLHttpRequest = ServedRequest as unknown as typeof XMLHttpRequest;
  onTestFinished(() => {
    // What a test leaves on its way would cover the pages of the next ones.
    sending.get()?.cancel();
    globalThis.XMLHttpRequest = XMLHttpRequest;
  });
  const photos: File[] = [];
  respond('POST /api/upload', () => {
    photos.push(newestPhoto!);
    uploads += 1;
    const upload = { uploadId: `upl_${uploads}`, expiresAt: '2036-03-01T10:00:00.000Z' };
    return Response.json(upload, { status: 201 });
  });
  return photos;
}
