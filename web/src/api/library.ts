import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type {
  LibraryFilter,
  LibraryItem,
  LibraryPage,
} from '@sachet/shared/studio/contracts/library';
import { useCallback, useEffect, useRef } from 'react';
import { api, readAt, toPath } from './client';
import { isFailure } from './failure';
import { cacheGeneration, onGenerationChanged } from './hooks';
import { registerList } from './keys';
import { inPages, usePages } from './pages';

/** Whether a result is on this page or belongs there: results are in the order of their ids. */
function isOn({ items, next }: LibraryPage, generationId: string): boolean {
  const last = items.at(-1);
  return next === null || (last !== undefined && generationId >= last.generationId);
}

/** Loads pages of the library, newest first. If an item changes elsewhere, it is replaced in its position. */
export function useLibrary(filter: LibraryFilter) {
  const pages = usePages(
    'GET /api/library',
    inPages(filter, ({ generationId }: LibraryItem) => generationId),
    { revalidateFirstPage: false, keepPreviousData: true },
  );
  const { change, isStale, rows } = pages;
  const firstPath = toPath('GET /api/library', filter);

  /**
   * Replaces known items and inserts new ones, without reading any page again. Removes those for which `isDeleted`
   * is true.
   */
  const put = useCallback(
    (
      items: LibraryItem[],
      isDeleted: (item: LibraryItem) => boolean = () => false,
    ): Promise<void> => {
      const left = new Map(items.map((item) => [item.generationId, item]));
      return change((page) => {
        const here = [...left.values()].filter(({ generationId }) => isOn(page, generationId));
        for (const { generationId } of here) left.delete(generationId);
        const ids = new Set(here.map(({ generationId }) => generationId));
        const others = page.items.filter((item) => !ids.has(item.generationId) && !isDeleted(item));
        if (here.length === 0 && others.length === page.items.length) return page;
        const all = [...others, ...here];
        return {
          ...page,
          items: all.toSorted((a, b) => (a.generationId < b.generationId ? 1 : -1)),
        };
      });
    },
    [change],
  );

  const remove = useCallback(
    (generationId: string): Promise<void> =>
      change((page) => ({
        ...page,
        items: page.items.filter((item) => item.generationId !== generationId),
      })),
    [change],
  );

  /** Counts the reads of the first page, because an earlier one may be answered last. */
  const reads = useRef(0);
  /** Reads the first page: adds new items, and removes those that it no longer has. */
  const refresh = useCallback(async (): Promise<void> => {
    reads.current += 1;
    const read = reads.current;
    const first = await readAt('GET /api/library', firstPath);
    if (read !== reads.current) return;
    const ids = new Set(first.items.map(({ generationId }) => generationId));
    await put(
      first.items,
      ({ generationId }) => !ids.has(generationId) && isOn(first, generationId),
    );
  }, [put, firstPath]);

  /** Reads one item again, after a change or when the address of its picture has expired. */
  const reload = useCallback(
    async (generationId: string): Promise<void> => {
      try {
        const generation = await api('GET /api/generation', { query: { id: generationId } });
        await put([toLibraryItem(generation)]);
      } catch (thrown) {
        if (isFailure(thrown, 'not_found')) await remove(generationId);
      }
    },
    [put, remove],
  );

  useEffect(
    () =>
      onGenerationChanged((id) => {
        const isKnown = rows?.some(({ generationId }) => generationId === id);
        // After a failure, the list stays unchanged until the next visit.
        void (isKnown ? reload(id) : refresh()).catch(() => undefined);
      }),
    [rows, reload, refresh],
  );
  const isCached = rows !== undefined && !isStale;
  useEffect(
    () =>
      isCached
        ? registerList({ path: firstPath, readAgain: () => refresh().catch(() => undefined) })
        : undefined,
    [isCached, firstPath, refresh],
  );
  useEffect(() => {
    // The rows from an earlier visit may be out of date.
    if (isCached) void refresh().catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each list
  }, [firstPath]);

  return { ...pages, reload, remove, put };
}

export type Library = ReturnType<typeof useLibrary>;

export function toLibraryItem(generation: GenerationResult): LibraryItem {
  const { generationId, mode, provider, aspectRatio, prompt, unlocked } = generation;
  return {
    generationId,
    mode,
    provider,
    aspectRatio,
    prompt,
    text: generation.content ?? generation.previewContent,
    pictureUrl: generation.imageUrl ?? generation.previewImageUrl,
    thumbnails: generation.thumbnails,
    unlocked,
    boughtSize: generation.boughtSize,
    price: unlocked ? null : generation.cost,
    favourite: generation.favourite,
    keptUntil: generation.keptUntil,
    createdAt: generation.createdAt,
  };
}

export async function setFavourite(
  uid: string,
  generationId: string,
  favourite: boolean,
): Promise<void> {
  const changed = await api('PATCH /api/library', { body: { generationId, favourite } });
  await cacheGeneration(uid, changed);
}

/** Restores a deleted generation within the server's time limit, after which it throws `not_found`. */
export async function restoreGeneration(
  uid: string,
  generationId: string,
): Promise<GenerationResult> {
  const restored = await api('POST /api/restore-generation', { body: { generationId } });
  await cacheGeneration(uid, restored);
  return restored;
}
