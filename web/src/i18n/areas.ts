/** Which part of the dictionaries comes with which part of the client. */
import type { Messages } from './en';

export const areaNames = ['first', 'studio', 'admin'] as const;

/** `first` is with the first page, `admin` with the pages of admins, `studio` with all others. */
export type Area = (typeof areaNames)[number];

const firstSections = new Set<string>([
  'shell',
  'signedOut',
  'policy',
  'home',
  'tool',
  'consent',
] satisfies (keyof Messages)[]);

const toArea = (section: string): Area => {
  if (firstSections.has(section)) return 'first';
  return /^admin[A-Z]|^trail$/.test(section) ? 'admin' : 'studio';
};

/** The sections of one area. */
export function pickWords(words: Messages, area: Area): Partial<Messages> {
  return Object.fromEntries(
    Object.entries(words).filter(([section]) => toArea(section) === area),
  ) as Partial<Messages>;
}
