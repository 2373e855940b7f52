import type { GenerationResult } from '@sachet/shared/contracts/generation';
import { GenerationResult as GenerationResultContract } from '@sachet/shared/contracts/generation';
import {
  LibraryPage,
  ZipResponse,
  type LibraryFilter,
  type LibraryItem,
} from '@sachet/shared/contracts/library';
import { useCallback, useEffect, useMemo } from 'react';
import { toUrl } from '../url';
import { call, callWith } from './client';
import { isFailure } from './failure';
import { cacheGeneration, onGenerationChanged } from './hooks';
import { paths } from './keys';
import { usePages } from './pages';

const readPage = (path: string) => callWith(path, LibraryPage);

/** Page by page, newest first; what changes elsewhere changes in its place. */
export function useLibrary(filter: LibraryFilter) {
  const pages = usePages<LibraryPage, LibraryItem>(
    {
      path: (previous) =>
        previous?.next === null
          ? null
          : toUrl('/api/library', { ...filter, after: previous?.next }),
      read: readPage,
      rows: ({ items }) => items,
      id: ({ generationId }) => generationId,
    },
    { revalidateFirstPage: false, keepPreviousData: true },
  );
  const { change, rows } = pages;
  const firstPath = toUrl('/api/library', filter);
  const known = useMemo(() => new Set(rows?.map(({ generationId }) => generationId)), [rows]);

  /** Takes what is new to the front. All further pages stay as they are. */
  const refresh = useCallback(async (): Promise<void> => {
    const { items } = await readPage(firstPath);
    const fresh = new Map(items.map((item) => [item.generationId, item]));
    await change((page, index) => {
      const old = page.items.map((item) => fresh.get(item.generationId) ?? item);
      if (index > 0) return { ...page, items: old };
      const there = new Set(old.map(({ generationId }) => generationId));
      const added = items.filter(({ generationId }) => !there.has(generationId));
      const newest = old[0]?.generationId ?? '';
      return {
        ...page,
        items: [...added.filter(({ generationId }) => generationId > newest), ...old],
      };
    });
  }, [change, firstPath]);

  const replace = useCallback(
    (generationId: string, item: LibraryItem | null) =>
      change((page) =>
        page.items.some((each) => each.generationId === generationId)
          ? {
              ...page,
              items: page.items.flatMap((each) =>
                each.generationId === generationId ? (item ?? []) : each,
              ),
            }
          : page,
      ),
    [change],
  );

  /** One that has changed, or whose picture's address has expired. */
  const reload = useCallback(
    async (generationId: string): Promise<void> => {
      try {
        const generation = await call(paths.generation(generationId), 'GenerationResult');
        await replace(generationId, toLibraryItem(generation));
      } catch (thrown) {
        if (isFailure(thrown, 'not_found')) await replace(generationId, null);
      }
    },
    [replace],
  );

  useEffect(
    () =>
      onGenerationChanged((id) => {
        // Without an answer the list stays as it is: the next visit reads it again.
        void (known.has(id) ? reload(id) : refresh()).catch(() => undefined);
      }),
    [known, reload, refresh],
  );
  const hasRows = rows !== undefined;
  useEffect(() => {
    // What an earlier visit had read may be old.
    if (hasRows) void refresh().catch(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each list
  }, [firstPath]);

  return { ...pages, reload, refresh, replace };
}

export type Library = ReturnType<typeof useLibrary>;

function toLibraryItem(generation: GenerationResult): LibraryItem {
  const { generationId, mode, provider, aspectRatio, prompt, unlocked } = generation;
  return {
    generationId,
    mode,
    provider,
    aspectRatio,
    prompt,
    text: generation.content ?? generation.previewContent,
    pictureUrl: generation.imageUrl ?? generation.previewImageUrl,
    unlocked,
    boughtSize: generation.boughtSize,
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
  const changed = await callWith('/api/library', GenerationResultContract, {
    method: 'PATCH',
    body: { generationId, favourite },
  });
  await cacheGeneration(uid, changed);
}

/** Within the time that the server gives. Throws `not_found` after it. */
export async function restoreGeneration(uid: string, generationId: string): Promise<void> {
  const restored = await call('/api/restore-generation', 'GenerationResult', {
    method: 'POST',
    body: { generationId },
  });
  await cacheGeneration(uid, restored);
}

/** The address of a zip with these. */
export async function makeZip(generationIds: string[]): Promise<string> {
  const { url } = await callWith('/api/library/zip', ZipResponse, {
    method: 'POST',
    body: { generationIds },
  });
  return url;
}
