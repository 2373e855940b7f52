/** Finds the providers that can serve a use now. Only some pages need this file. */
import type {
  AspectRatio,
  ImageMode,
  ModelUse,
  Quality,
} from '@sachet/shared/contracts/vocabulary';
import {
  isPictureProvider,
  type PictureProvider,
  type Provider,
  providerEntries,
  providers,
} from '@sachet/shared/providers';
import { usePublicApi } from '../../api/use-api';
import { formatList } from '../../i18n/list';
import { useTranslation } from '../../i18n/translate';
import { comparedMax, providerName, useProviders } from './provider';

/** Sorts providers in the order in which users see them. */
export const compareProviders = (a: Provider, b: Provider): number =>
  providers.indexOf(a) - providers.indexOf(b);

type PictureUse = 'pictures' | 'edits';

interface FindProviders {
  (use: PictureUse): PictureProvider[];
  (use: ModelUse): Provider[];
}

/** Reads which models draw bought pictures. An admin can change them in the catalogue. */
export const usePictureModels = () =>
  usePublicApi('GET /api/picture-models', {}, { revalidateOnFocus: false });

const useProviderUses = () => usePublicApi('GET /api/providers', {}, { revalidateOnFocus: false });

/** Whether it is known which providers can serve a use. Also true after a failed read: the server then decides. */
export function useAreUsesKnown(): boolean {
  const { data, error } = useProviderUses();
  return Boolean(data ?? error);
}

/** Returns all providers that could serve a use, whether they have a model for it now or not. */
function usePossible(): (use: ModelUse) => Provider[] {
  const all = useProviders();
  return (use) => (use === 'pictures' || use === 'edits' ? all.filter(isPictureProvider) : all);
}

/**
 * Returns a function that lists the providers with a model for a use, in the order in which users see them.
 * While that is unknown, it lists all that could have one.
 */
export function useFindProviders(): FindProviders {
  const { data } = useProviderUses();
  const findPossible = usePossible();
  const find = (use: ModelUse) =>
    data ? providers.filter((provider) => data[provider]?.uses.includes(use)) : findPossible(use);
  return find as FindProviders;
}

export function useProvidersFor(use: PictureUse): PictureProvider[];
export function useProvidersFor(use: ModelUse): Provider[];
export function useProvidersFor(use: ModelUse): Provider[] {
  return useFindProviders()(use);
}

/**
 * Returns a function that lists the providers that a tool asks for a use: `wanted`, if it has a model for it,
 * and the first of the others. If none has one, the server is asked anyway, because its answer contains the
 * reason.
 */
export function useFindAsked(): {
  (use: PictureUse, wanted?: Provider): PictureProvider[];
  (use: ModelUse, wanted?: Provider): Provider[];
} {
  const findProviders = useFindProviders();
  const findPossible = usePossible();
  const find = (use: ModelUse, wanted?: Provider) => {
    const able = findProviders(use);
    const possible = able.length > 0 ? able : findPossible(use);
    const wantedFirst = possible.toSorted((a, b) => Number(b === wanted) - Number(a === wanted));
    return wantedFirst.slice(0, comparedMax).sort(compareProviders);
  };
  return find as ReturnType<typeof useFindAsked>;
}

/** Returns the providers that a tool asks for a use. */
export function useAskedFor(use: PictureUse): PictureProvider[];
export function useAskedFor(use: ModelUse): Provider[];
export function useAskedFor(use: ModelUse): Provider[] {
  return useFindAsked()(use);
}

/** Returns what texts say about the providers that a tool asks: how many, all names, the first and the second. */
export function useAskedNames(use: ModelUse) {
  const { language } = useTranslation();
  const names = useAskedFor(use).map((provider) => providerName[provider]);
  const [first, second] = names;
  return { count: names.length, names: formatList(language, names), first, second };
}

/** Returns a predicate: whether a picture of a size is on sale. It is true until the server has answered. */
export function useIsSizeOnSale() {
  const { data } = useProviderUses();
  return (of: { mode: ImageMode; quality: Quality; provider: Provider; size: number }): boolean => {
    const largest = data?.[of.provider]?.largestSizes[of.mode][of.quality] ?? null;
    return largest === null || of.size <= largest;
  };
}

/**
 * Returns a function that lists the providers whose model does not draw a ratio: it draws the nearest one, which
 * is cut.
 */
export function useFindCutting(): (quality: Quality, ratio: AspectRatio) => Provider[] {
  const { data } = useProviderUses();
  return (quality, ratio) =>
    providers.filter((provider) => data?.[provider]?.cutRatios[quality].includes(ratio));
}

/** The providers by the names of their APIs, which are the keys of their balances. */
export const balanceCards = providers.map((provider) => {
  const { api, product } = providerEntries[provider];
  return { api, product };
});

/** The letter and the color of a provider's packet. */
export function getProviderMark(provider: Provider): { letter: string; color: string } {
  const { name, colour } = providerEntries[provider];
  return { letter: name.slice(0, 1), color: `var(--print-${colour})` };
}

export const parseProvider = (text: string | null): Provider | null =>
  providers.find((provider) => provider === text) ?? null;
