import { type Provider, providerEntries, providers } from '../providers.ts';

export type ProviderKeys = {
  readonly [P in Provider as (typeof providerEntries)[P]['variables']['key']]?: string | undefined;
};

/** The providers that are asked and offered: all but optional ones without a key. */
export const findConfiguredProviders = (settings: ProviderKeys): Provider[] =>
  providers.filter((provider) => isConfigured(settings, provider));

/** Whether the provider can be asked. A provider that is not optional always can. */
export function isConfigured(settings: ProviderKeys, provider: Provider): boolean {
  const { isOptional, variables } = providerEntries[provider];
  return !isOptional || Boolean(settings[variables.key]);
}
