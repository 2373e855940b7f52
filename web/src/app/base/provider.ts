/**
 * The names of the providers, and which of them this site has. This module and `provider-uses` are the only ones
 * that import their list. The first page loads this one only.
 */
import {
  isPictureProvider,
  type PictureProvider,
  type Provider,
  providerEntries,
  providers,
} from '@sachet/shared/providers';
import { useConfig } from '../../api/hooks';

export const providerName = Object.fromEntries(
  providers.map((provider) => [provider, providerEntries[provider].name]),
) as Record<Provider, string>;

/** The providers that requests may reach here, in the order in which users see them. */
export function useProviders(): Provider[] {
  const { data: config } = useConfig();
  return providers.filter(
    (provider) => config?.providers.includes(provider) ?? !providerEntries[provider].isOptional,
  );
}

export function usePictureProviders(): PictureProvider[] {
  return useProviders().filter(isPictureProvider);
}

/** The number of results that are side by side, and so of the providers that a tool asks. */
export const comparedMax = 2;
