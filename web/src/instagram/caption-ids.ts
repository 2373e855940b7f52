/**
 * Whose captions stand in which idea's card, as the URL has them: `gen_1.2.gen_8.gen_9` are those of
 * two providers for the third idea of `gen_1`.
 */
import { Provider } from '@sachet/shared/contracts/vocabulary';

/** The generations of captions, by idea. */
export type CaptionIds = ReadonlyMap<string, readonly string[]>;

export function toIdeaKey(ideasId: string, index: number): string {
  return `${ideasId}.${index}`;
}

/** What is not of that form is left out. */
export function readCaptionIds(written: string | null): CaptionIds {
  return new Map(
    (written ?? '').split(',').flatMap((entry) => {
      const [ideasId, index, ...ids] = entry.split('.');
      if (!ideasId || !/^\d+$/.test(index ?? '')) return [];
      const own = ids.filter(Boolean).slice(0, Provider.options.length);
      return own.length > 0 ? [[toIdeaKey(ideasId, Number(index)), own] as const] : [];
    }),
  );
}

export function writtenCaptionIds(ids: CaptionIds): string {
  return Array.from(ids, ([key, own]) => [key, ...own].join('.')).join(',');
}

export function withCaptions(
  ids: CaptionIds,
  ideaKey: string,
  generationIds: readonly string[],
): CaptionIds {
  return new Map(ids).set(ideaKey, generationIds);
}
