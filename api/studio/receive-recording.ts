/** Receives a recording into memory: at most 2 MB each, and few at a time. */
import { wavBytesMax } from '@sachet/shared/wav';
import { getNetwork } from '../http/address.ts';
import { Refusal } from '../http/refusal.ts';
import type { BodyToAdmit } from '../http/route.ts';
import { createSlowBodies } from '../http/slow-bodies.ts';
import { createAdmission } from '../limits/admission.ts';
import { announcedBytes, whenClosed } from '../limits/upload-admission.ts';

/** In this process; one user sends one at a time. */
const atOnce = 32;

const admission = createAdmission({
  atOnce,
  atOncePerNetwork: atOnce / 4,
  waiting: atOnce,
  waitingPerUser: 1,
  waitMs: 10_000,
  busy: 'Many people are speaking right now. Try again in a moment.',
});
const slow = createSlowBodies(admission.isShort);

/**
 * `done` gives the place to the next recording; call it when the bytes are no longer needed. Throws a
 * `Refusal`: 415 for another type than WAV, 413 for more bytes than a minute has, 408 for a body that does not
 * arrive, 429 when too many already wait.
 */
export async function receiveRecording({
  deps,
  caller,
  request,
  response,
}: BodyToAdmit): Promise<{ bytes: Uint8Array; done: () => void }> {
  if (!request.is(['audio/wav', 'audio/x-wav', 'audio/wave'])) {
    throw new Refusal('unsupported_media_type', 'Send a recording with Content-Type: audio/wav.');
  }
  if ((announcedBytes(request) ?? 0) > wavBytesMax) throw tooLong();
  const who = { uid: caller.uid, network: getNetwork(request) };
  const leave = await admission.enter(who, whenClosed(response));
  try {
    return { bytes: await readBody(request, deps.settings.limits.uploadTimeoutMs), done: leave };
  } catch (error) {
    leave();
    throw error;
  }
}

async function readBody(request: BodyToAdmit['request'], withinMs: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let received = 0;
  const body = Promise.withResolvers<Uint8Array>();
  const late = () => body.reject(tooSlow());
  const timer = setTimeout(late, withinMs);
  const forget = slow.watch(request.socket, late);
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
  } finally {
    clearTimeout(timer);
    forget();
  }
}

const tooLong = () => new Refusal('payload_too_large', 'Speak for at most a minute at a time.');
const tooSlow = () =>
  new Refusal('request_timeout', 'The recording took too long to arrive. Try a shorter one.');
