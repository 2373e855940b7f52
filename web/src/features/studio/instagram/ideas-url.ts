import { useLocation, useNavigate } from 'react-router-dom';
import { resultsMax } from '../generation/request';

/**
 * Reads and writes the captions of each idea in the URL: `gen_1.2.gen_8.gen_9` are the captions of two
 * providers for the third idea of `gen_1`.
 */

/** The ids of generations with captions, by idea. */
type CaptionIds = ReadonlyMap<string, readonly string[]>;

export function toIdeaKey(ideasId: string, index: number): string {
  return `${ideasId}.${index}`;
}

/** Parses the URL parameter and ignores entries in another format. */
export function parseCaptionIds(written: string | null): CaptionIds {
  return new Map(
    (written ?? '').split(',').flatMap((entry) => {
      const [ideasId, index, ...ids] = entry.split('.');
      if (!ideasId || !/^\d+$/.test(index ?? '')) return [];
      const own = ids.filter(Boolean).slice(0, resultsMax);
      return own.length > 0 ? [[toIdeaKey(ideasId, Number(index)), own] as const] : [];
    }),
  );
}

export function formatCaptionIds(ids: CaptionIds): string {
  return Array.from(ids, ([key, own]) => [key, ...own].join('.')).join(',');
}

export function withCaptions(
  ids: CaptionIds,
  ideaKey: string,
  generationIds: readonly string[],
): CaptionIds {
  return new Map(ids).set(ideaKey, generationIds);
}

/**
 * Changes the current parameters of the URL if these ideas are still open. Answers arrive in any order, and
 * the user may have left the ideas in the meantime.
 */
export function useUrlChange(ideasId: string): (change: (params: URLSearchParams) => void) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (change) => {
    const params = new URLSearchParams(window.location.search);
    if (!parseShownIds(params).includes(ideasId)) return;
    change(params);
    void navigate(`?${params}`, { replace: true, preventScrollReset: true, state });
  };
}

export function parseShownIds(params: URLSearchParams): string[] {
  return params.get('results')?.split(',').filter(Boolean) ?? [];
}
