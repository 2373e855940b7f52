import { type Provider, providerEntries, providers } from '../providers.ts';

type Variables = (typeof providerEntries)[Provider]['variables'];

/** The environment variables of the providers. */
export type ProviderKeys = {
  readonly [Name in Variables['key'] | Variables['url']]?: string | undefined;
};

/** The providers that are asked and offered: all but optional ones without a key. */
export const findConfiguredProviders = (settings: ProviderKeys): Provider[] =>
  providers.filter((provider) => isConfigured(settings, provider));

/** Whether the provider can be asked. A provider that is not optional always can. */
export function isConfigured(settings: ProviderKeys, provider: Provider): boolean {
  const { isOptional, variables } = providerEntries[provider];
  return !isOptional || Boolean(settings[variables.key]);
}
