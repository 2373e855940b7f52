import { authorization } from './client';
import { ApiFailure, requireConnection } from './failure';

export type Sending = {
  /** Called with the share that has been sent, from 0 to 1. */
  onShare: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Posts a form or a file as the request's body. Uses XMLHttpRequest, because fetch does not report
 * progress. Throws `ApiFailure` if no answer came, or the signal's reason.
 */
export async function sendFile(
  path: string,
  body: FormData | Blob,
  { onShare, signal }: Sending,
): Promise<{ status: number; body: unknown }> {
  requireConnection();
  const bearer = await authorization();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(bearer)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onShare(loaded / total));
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: request.response as unknown }),
    );
    request.addEventListener('error', () =>
      reject(new ApiFailure({ message: 'The file could not be sent', status: 0 })),
    );
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) reject(signal.reason as Error);
    else request.send(body);
  });
}
