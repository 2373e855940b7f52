/** Receives a recording into memory: at most 2 MB each, and few at a time. */
import type { Applicant } from '@sachet/shared/admission';
import { wavBytesMax } from '@sachet/shared/chat/wav';
import { Refusal } from '../http/refusal.ts';
import type { BodyToAdmit } from '../http/route.ts';
import { announcedBytes, toBodyProgress, whenClosed } from '../limits/upload-admission.ts';

/**
 * `done` gives the place to the next recording; call it when the bytes are no longer needed. Throws a
 * `Refusal`: 415 for another type than WAV, 413 for more bytes than a minute has, 408 for a body that does not
 * arrive, 429 when too many already wait.
 */
export async function receiveRecording(
  { deps, request, response }: Pick<BodyToAdmit, 'deps' | 'request' | 'response'>,
  who: Applicant,
): Promise<{ bytes: Uint8Array; done: () => void }> {
  if (!request.is(['audio/wav', 'audio/x-wav', 'audio/wave'])) {
    throw new Refusal('unsupported_media_type', 'Send a recording with Content-Type: audio/wav.');
  }
  const total = announcedBytes(request) ?? wavBytesMax;
  if (total > wavBytesMax) throw tooLong();
  const evicted = new AbortController();
  const leave = await deps.resources.recordings.enter(who, {
    signal: whenClosed(response),
    progress: toBodyProgress(request, total, () => evicted.abort()),
  });
  const tooLate = AbortSignal.timeout(deps.settings.limits.uploadTimeoutMs);
  try {
    const late = AbortSignal.any([evicted.signal, tooLate]);
    return { bytes: await readBody(request, late), done: leave };
  } catch (error) {
    leave();
    throw error;
  }
}

async function readBody(request: BodyToAdmit['request'], late: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let received = 0;
  const body = Promise.withResolvers<Uint8Array>();
  late.addEventListener('abort', () => body.reject(tooSlow()), { once: true });
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > wavBytesMax) body.reject(tooLong());
    else chunks.push(chunk);
  });
  request.once('end', () => body.resolve(Buffer.concat(chunks)));
  request.once('close', () => body.reject(tooSlow()));
  request.once('error', () => body.reject(tooSlow()));
  try {
    return await body.promise;
  } catch (error) {
    request.removeAllListeners('data');
    request.pause();
    throw error;
  }
}

const tooLong = () => new Refusal('payload_too_large', 'Speak for at most a minute at a time.');
const tooSlow = () =>
  new Refusal('request_timeout', 'The recording took too long to arrive. Try a shorter one.');
