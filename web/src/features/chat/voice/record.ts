/** Records speech and has our server write it down, where the browser cannot. */
import type { Language } from '@sachet/shared/contracts/vocabulary';
import { dictationSecondsMax, encodeWav, isSilent, wavSampleRate } from '@sachet/shared/chat/wav';
import { loadParser, toPath } from '../../../api/client';
import { sendFile } from '../../../api/send-file';
import type { Fault } from './recognize';

export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' &&
  typeof OfflineAudioContext === 'function' &&
  Boolean(navigator.mediaDevices?.getUserMedia);

type Audio = {
  wav: Blob;
  isSilent: boolean;
  /** It reached the longest duration. */ isFull: boolean;
};

export type Recording = {
  stop: () => void;
  abort: () => void;
  /** Aborted by `abort`. */
  signal: AbortSignal;
  finished: Promise<Audio | Fault | 'aborted'>;
};

/** Starts once the user has allowed the microphone. `onSeconds` is called every second. */
export async function record(onSeconds: (seconds: number) => void): Promise<Recording | Fault> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
    });
  } catch (thrown) {
    return toFault(thrown);
  }
  const release = () => stream.getTracks().forEach((track) => track.stop());
  let recorder: MediaRecorder;
  try {
    recorder = new MediaRecorder(stream);
  } catch {
    release();
    return 'failed';
  }
  const chunks: Blob[] = [];
  const aborted = new AbortController();
  const startedMs = performance.now();
  let isFull = false;
  const stop = () => recorder.state !== 'inactive' && recorder.stop();
  const clock = setInterval(() => {
    const seconds = Math.floor((performance.now() - startedMs) / 1000);
    onSeconds(Math.min(seconds, dictationSecondsMax));
    if (seconds < dictationSecondsMax) return;
    isFull = true;
    stop();
  }, 250);
  const finished = new Promise<Audio | Fault | 'aborted'>((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => void chunks.push(data));
    recorder.addEventListener('stop', () => {
      clearInterval(clock);
      release();
      if (aborted.signal.aborted) return resolve('aborted');
      toAudio(new Blob(chunks, { type: recorder.mimeType })).then(
        (audio) => resolve({ ...audio, isFull }),
        () => resolve('failed'),
      );
    });
    // For example when the phone takes a call.
    recorder.addEventListener('error', stop);
    stream.getTracks().forEach((track) => track.addEventListener('ended', stop));
  });
  recorder.start();
  return {
    stop,
    abort() {
      aborted.abort();
      stop();
    },
    signal: aborted.signal,
    finished,
  };
}

function toFault(thrown: unknown): Fault {
  const name = thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' ? 'missing' : 'failed';
}

/** Converts the recording of the browser to the one format that the API accepts. */
async function toAudio(recorded: Blob): Promise<Omit<Audio, 'isFull'>> {
  // The context's rate is that of the decoded samples.
  const context = new OfflineAudioContext(1, 1, wavSampleRate);
  const decoded = await context.decodeAudioData(await recorded.arrayBuffer());
  const length = Math.min(decoded.length, dictationSecondsMax * wavSampleRate);
  const samples = new Float32Array(length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel += 1) {
    const heard = decoded.getChannelData(channel);
    for (let index = 0; index < length; index += 1) {
      samples[index] = samples[index]! + heard[index]! / decoded.numberOfChannels;
    }
  }
  const wav = new Blob([encodeWav(samples)], { type: 'audio/wav' });
  return { wav, isSilent: isSilent(samples) };
}

/** Throws `ApiFailure`, or the signal's reason. */
export async function transcribe(
  wav: Blob,
  language: Language,
  signal: AbortSignal,
): Promise<string> {
  const path = toPath('POST /api/dictation', { language });
  const { status, body } = await sendFile(path, wav, { onShare: () => {}, signal });
  const parse = await loadParser('POST /api/dictation');
  return parse(status, body).text;
}
