// Large bodies that no browser would send: raw, slow, cut off, many concurrently.
import { request, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Body {
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Buffer;
}

const boundary = 'sachet-test-boundary';

export interface Part {
  /** Default `image`; null leaves out the whole head. */
  readonly name?: string | null;
  /** Null for a text field. */
  readonly filename?: string | null;
  readonly type?: string;
  readonly bytes: Uint8Array;
}

/** A form of these parts, in this order. */
export function toForm(...parts: Part[]): Body {
  const pieces = parts.flatMap(({ name = 'image', filename = 'a.jpg', type, bytes }) => [
    `--${boundary}\r\n`,
    name === null ? '' : `content-disposition: form-data; name="${name}"`,
    name === null || filename === null ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    bytes,
    '\r\n',
  ]);
  const bytes = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((each) => Buffer.from(each)));
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': bytes.length,
    },
    bytes,
  };
}

/** A JSON body; the image is a field of `request`. */
export function toJson(request: object): Body {
  const bytes = Buffer.from(JSON.stringify(request));
  return {
    headers: { 'content-type': 'application/json', 'content-length': bytes.length },
    bytes,
  };
}

export interface Sending {
  /** Default: as fast as the server reads it. */
  readonly pieces?: { readonly bytes: number; readonly everyMs: number };
  /** The connection is cut after this many bytes. */
  readonly cutAfter?: number;
}

export interface Heard {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly closes: boolean;
  /** Bytes that were written to the connection before the answer. */
  readonly sentBytes: number;
}

const nothing = { status: 0, code: null, retryAfter: null, closes: true };

/** Sends a body until it is answered, and then stops: a refused sender has nothing more to send. */
export function sendBody(
  url: string,
  { headers, bytes }: Body,
  { pieces = { bytes: 256 * 1024, everyMs: 0 }, cutAfter }: Sending = {},
): Promise<Heard> {
  return new Promise((resolve) => {
    let sentBytes = 0;
    let answered = false;
    const asking = request(url, { method: 'POST', headers, agent: false });
    const end = (heard: Omit<Heard, 'sentBytes'>) => {
      answered = true;
      resolve({ ...heard, sentBytes });
      asking.destroy();
    };
    asking.on('error', () => end(nothing));
    asking.on('close', () => end(nothing));
    asking.on('response', (response) => {
      answered = true;
      let text = '';
      response.on('error', () => end(nothing));
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        end({
          status: response.statusCode!,
          code: (JSON.parse(text) as { code?: string }).code ?? null,
          retryAfter: response.headers['retry-after'] ?? null,
          closes: response.headers.connection === 'close',
        }),
      );
    });
    void (async () => {
      const last = cutAfter ?? bytes.length;
      while (!answered && sentBytes < last) {
        const piece = bytes.subarray(sentBytes, Math.min(last, sentBytes + pieces.bytes));
        // `write` also calls back when the connection has broken.
        await new Promise((taken) => asking.write(piece, taken));
        sentBytes += piece.length;
        if (pieces.everyMs > 0) await sleep(pieces.everyMs);
      }
      if (answered) return;
      if (cutAfter === undefined) asking.end();
      else end(nothing);
    })();
  });
}
