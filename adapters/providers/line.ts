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
  /** Whether a stream has sent its `[DONE]`. */
  isDone: boolean;
};

/** `onBytes` is called when any data arrives, even a comment that the SDK drops. */
export function openLine(onBytes: () => void): Line {
  const line: Line = {
    retryAfterMs: null,
    isDone: false,
    async fetch(input, init) {
      const response = await fetch(input, { ...init, redirect: 'error' });
      onBytes();
      if (!response.ok) line.retryAfterMs = readRetryAfterMs(response.headers);
      if (!response.body) return response;
      const { ok, status, statusText, headers } = response;
      let body: ReadableStream | string = response.body.pipeThrough(watch(onBytes));
      // The status of an error counts, even if its body breaks off.
      if (!ok) body = toErrorBody(await new Response(body).text().catch(() => ''));
      else if (/text\/event-stream/i.test(headers.get('content-type') ?? '')) {
        body = body.pipeThrough(completeEvents(() => (line.isDone = true)));
      }
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

/** The SDKs read errors only in the form `{error: {...}}`; other servers send `{detail}` or `{message}`. */
function toErrorBody(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof body !== 'object' || body === null || 'error' in body) return text;
  const { detail, message } = body as { detail?: unknown; message?: unknown };
  const said =
    typeof detail === 'string' ? detail : Array.isArray(detail) ? toFaults(detail) : message;
  return typeof said === 'string' ? JSON.stringify({ error: { message: said } }) : text;
}

/** A list of faults such as `{loc: ['body', 'store'], msg: 'Extra inputs are not permitted'}`. */
function toFaults(details: readonly unknown[]): string {
  const faults = details as ({ loc?: unknown; msg?: unknown } | null)[];
  return faults
    .map(
      (fault) => `${Array.isArray(fault?.loc) ? fault.loc.join('.') : ''}: ${String(fault?.msg)}`,
    )
    .join('; ');
}

const carriageReturn = 13;

/**
 * Ends a stream's last event if the server left out the empty line after it, because the SDKs read only whole
 * events. Notices `[DONE]`, which the SDKs hide.
 */
function completeEvents(onDone: () => void) {
  let last: Uint8Array = new Uint8Array();
  let hasReturns = false;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      hasReturns ||= chunk.includes(carriageReturn);
      last = Buffer.concat([last, chunk]).subarray(-32);
      if (/(^|[\r\n])data: ?\[DONE\]/.test(Buffer.from(last).toString('latin1'))) onDone();
      controller.enqueue(chunk);
    },
    flush(controller) {
      controller.enqueue(Buffer.from(hasReturns ? '\r\n\r\n' : '\n\n'));
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
