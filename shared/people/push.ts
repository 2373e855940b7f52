/** Notices to browsers: which addresses they may be sent to, and what they say. */
import type { Language } from '../contracts/vocabulary.ts';

/** The push services of the browsers. Requests to any other host could reach our own network. */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
];

/** `standIn` is the URL of the local stand-in, if there is one. */
export function isPushEndpoint(endpoint: string, standIn: string | undefined): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (standIn && url.origin === URL.parse(standIn)?.origin)
    return url.pathname.startsWith('/push/');
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    services.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  );
}

interface ReadyWork {
  readonly kind: 'picture' | 'export';
  readonly ref: string;
  readonly mode: string | null;
}

/** The service worker shows it. It contains no words or pictures of the user; `url` is a path of the client. */
export interface ReadyMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

const words: Record<
  Language,
  { picture: string; pictures: (count: number) => string; export: string }
> = {
  en: {
    picture: 'Your picture is ready.',
    pictures: (count) => `${count} pictures are ready.`,
    export: 'Your export is ready.',
  },
  hi: {
    picture: 'आपकी तस्वीर तैयार है।',
    pictures: (count) => `${count} तस्वीरें तैयार हैं।`,
    export: 'आपका एक्सपोर्ट तैयार है।',
  },
  hg: {
    picture: 'Tumhari photo ready hai.',
    pictures: (count) => `${count} photos ready hain.`,
    export: 'Tumhara export ready hai.',
  },
};

/** More results do not fit beside each other. */
const resultsAtMost = 4;

/** One message for all work of one user. */
export function toReadyMessage(work: readonly ReadyWork[], language: Language): ReadyMessage {
  const pictures = work.filter(({ kind }) => kind === 'picture');
  const say = words[language];
  if (pictures.length === 0) return { title: 'Sachet', body: say.export, url: '/admin/exports' };
  const body = pictures.length === 1 ? say.picture : say.pictures(pictures.length);
  const modes = new Set(pictures.map(({ mode }) => mode));
  const [mode] = modes;
  const isTogether = modes.size === 1 && pictures.length <= resultsAtMost;
  const url =
    isTogether && mode
      ? `/?${new URLSearchParams({ mode, results: pictures.map(({ ref }) => ref).join(',') })}`
      : '/library';
  return { title: 'Sachet', body, url };
}
