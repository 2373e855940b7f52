import type { ClientConfig } from '@sachet/shared/contracts/config';
import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { WalletFigures, WalletSummary } from '@sachet/shared/wallet/contracts/wallet';
import { unlockImagesMax } from '@sachet/shared/vocabulary';
import { useEffect } from 'react';
import useSWR, { mutate, type SWRConfiguration } from 'swr';
import { isInBrowser } from '../browser/is-in-browser';
import { api, readAt, toPath } from './client';
import type { OwnEvent } from './event-stream';
import { ApiFailure } from './failure';
import { cacheAnswer, revalidate, revalidateAfterReads, toKey, useUid, type Key } from './keys';
import { useApi, usePublicApi } from './use-api';

export const swrConfig: SWRConfiguration = {
  // Retries only errors that may be temporary.
  shouldRetryOnError: (error) =>
    !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500,
  errorRetryCount: 5,
};

/**
 * The configuration that the server writes into the page (api/site/client-page.ts). It is not parsed with the
 * contract, because page and client are from the same release.
 */
const initialConfig = readInitialConfig();

function readInitialConfig(): ClientConfig | undefined {
  if (!isInBrowser) return undefined;
  const text = document.getElementById('client-config')?.textContent;
  return text ? (JSON.parse(text) as ClientConfig) : undefined;
}

const useFetchedConfig = () =>
  usePublicApi(
    'GET /api/config',
    {},
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  );

/**
 * Returns the configuration. If the page contains it, SWR is not involved: SWR renders a part again that is
 * hydrated after another part with the same key.
 */
export const useConfig: () => { data: ClientConfig | undefined } = initialConfig
  ? () => ({ data: initialConfig })
  : useFetchedConfig;

/**
 * Reads the wallet. Its figures are the newest from any answer, because a receipt also contains the new
 * balance.
 */
export function useWallet() {
  const uid = useUid();
  const { data, error, isValidating, mutate: readAgain } = useApi('GET /api/wallet');
  const { data: figures } = useSWR<WalletFigures>(uid && figuresKey(uid), null);
  return { data: data && withFigures(data, figures), error, isValidating, mutate: readAgain };
}

/** Cache key of wallet figures from other answers. SWR never fetches this key. */
const figuresKey = (uid: string) => ['wallet-figures', uid] as const;

/** Caches the wallet figures of an answer. */
export async function cacheFigures(uid: string, wallet: WalletFigures | null): Promise<void> {
  if (!wallet) return;
  await mutate<WalletFigures>(figuresKey(uid), (known) => newerFigures(known, wallet), {
    revalidate: false,
  });
}

/**
 * Returns the newer of two wallet figures, because answers may arrive in any order.
 * @internal exported for its test
 */
export function newerFigures(
  known: WalletFigures | undefined,
  heard: WalletFigures,
): WalletFigures {
  const isOlder = known?.walletId === heard.walletId && known.seq >= heard.seq;
  return isOlder ? known : heard;
}

/**
 * Returns the wallet with the figures of another answer, if they are newer.
 * @internal exported for its test
 */
export function withFigures(
  wallet: WalletSummary,
  heard: WalletFigures | undefined,
): WalletSummary {
  if (heard?.walletId !== wallet.walletId || heard.seq <= wallet.seq) return wallet;
  return { ...wallet, ...heard };
}

export function isInProgress(generation: GenerationResult): boolean {
  return (
    generation.status === 'queued' ||
    generation.status === 'running' ||
    generation.unlockStatus === 'pending'
  );
}

export function useGeneration(generationId: string | null) {
  const uid = useUid();
  return useSWR(
    uid && generationId && toKey(uid, 'GET /api/generation', { id: generationId }),
    async ([path, owner]: Key) => {
      const generation = await readAt('GET /api/generation', path);
      await cacheFigures(owner, generation.wallet);
      return generation;
    },
  );
}

/** Reads the generations that a page shows together, in the order of their ids: at most a batch. */
export function useGenerations(ids: readonly string[]) {
  const places = Array.from({ length: unlockImagesMax }, (_, place) => ids[place] ?? null);
  // oxlint-disable-next-line react/rules-of-hooks -- the number of places is constant
  return places.map((id) => useGeneration(id)).slice(0, ids.length);
}

const latestQuery = { limit: 8 };

export const useLatestGenerations = () => useApi('GET /api/generations', latestQuery);

/** Caches a generation that a call has returned. */
export async function cacheGeneration(uid: string, generation: GenerationResult): Promise<void> {
  await cacheFigures(uid, generation.wallet);
  const query = { id: generation.generationId };
  await cacheAnswer(uid, 'GET /api/generation', query, generation, {
    isFinal: !isInProgress(generation),
  });
}

/** Removes a deleted generation from the cache and reads the list of the latest again. */
export async function evictGeneration(uid: string, generationId: string): Promise<void> {
  await cacheAnswer(uid, 'GET /api/generation', { id: generationId }, undefined);
  await revalidate(toPath('GET /api/generations', latestQuery));
}

/** Reads the wallet again. Returns undefined if it could not be read. */
export async function revalidateWallet(uid: string): Promise<WalletSummary | undefined> {
  const key = toKey(uid, 'GET /api/wallet', {});
  // `mutate(key)` could return the cached wallet if another read starts at the same time.
  const reading = api('GET /api/wallet');
  const [wallet] = await Promise.all([
    mutate<WalletSummary>(key, reading, { revalidate: false }).catch(() => {
      void mutate(key);
      return undefined;
    }),
    revalidate('/api/user', '/api/organization', '/api/statement'),
  ]);
  return wallet;
}

/** Callbacks of visible lists that may contain the changed generation. */
const generationReaders = new Set<(generationId: string) => void>();

export function onGenerationChanged(reader: (generationId: string) => void): () => void {
  generationReaders.add(reader);
  return () => generationReaders.delete(reader);
}

/** Reads data again when a live event reports a change. */
export function useLiveUpdates(): void {
  const uid = useUid();
  useEffect(() => {
    if (!uid) return;
    let stop: (() => void) | null = null;
    let gone = false;
    const begin = async () => {
      const { listen } = await import('./event-stream');
      if (!gone) stop = listen((event) => void readAgain(event, uid));
    };
    void begin();
    return () => {
      gone = true;
      stop?.();
    };
  }, [uid]);
}

async function readAgain({ event, id }: OwnEvent, uid: string): Promise<void> {
  switch (event) {
    case 'wallet':
      await revalidateWallet(uid);
      return;
    case 'top-up':
      return revalidateAfterReads(
        toPath('GET /api/top-up', { order: id }),
        toPath('GET /api/documents', { order: id }),
      );
    case 'generation':
      for (const reader of generationReaders) reader(id);
      return revalidateAfterReads(
        toPath('GET /api/generation', { id }),
        toPath('GET /api/generations', latestQuery),
      );
    case 'conversation':
      return revalidateAfterReads(toPath('GET /api/conversation', { id }), '/api/conversations');
    default:
      return revalidateAfterReads('/api/');
  }
}
