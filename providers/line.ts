/**
 * The HTTP side of one request to a provider. It reads details that the SDKs hide, and prevents unwanted
 * behaviour of the SDKs.
 */

/** Twice the largest picture in base64. */
const bodyBytesMax = 64 * 1024 ** 2;

export type Line = {
  /** The SDK's fetch: follows no redirect, which would send prompt, photo and key to another host. */
  readonly fetch: typeof fetch;
  /** The delay of an error's Retry-After header, in milliseconds. */
  retryAfterMs: number | null;
};

/** `onBytes` is called when any data arrives, even a comment that the SDK drops. */
export function openLine(onBytes: () => void): Line {
  const line: Line = {
    retryAfterMs: null,
    async fetch(input, init) {
      const response = await fetch(input, { ...init, redirect: 'error' });
      onBytes();
      if (!response.ok) line.retryAfterMs = readRetryAfterMs(response.headers);
      if (!response.body) return response;
      const body = response.body.pipeThrough(watch(onBytes));
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers });
    },
  };
  return line;
}

function watch(onBytes: () => void) {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes();
      bytes += chunk.length;
      if (bytes <= bodyBytesMax) controller.enqueue(chunk);
      else controller.error(new Error(`The answer is larger than ${bodyBytesMax} bytes.`));
    },
  });
}

/** Milliseconds of a Retry-After header: seconds, or a date, or OpenAI's own `retry-after-ms`. */
function readRetryAfterMs(headers: Headers): number | null {
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds) return boundedMs(Number(milliseconds));
  const value = headers.get('retry-after');
  if (!value) return null;
  const seconds = Number(value);
  return boundedMs(Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000);
}

function boundedMs(value: number): number | null {
  return Number.isFinite(value) ? Math.max(0, Math.round(value)) : null;
}
