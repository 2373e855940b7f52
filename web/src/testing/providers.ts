import {
  isPictureProvider,
  type Provider,
  providerEntries,
  providers,
} from '@sachet/shared/providers';
import type { ProviderUses } from '@sachet/shared/studio/contracts/generation';
import { answer, clientConfig } from './server';

type Serves = NonNullable<ProviderUses[Provider]>;

/** The providers of an installation without the keys of optional ones. */
export const requiredProviders = providers.filter(
  (provider) => !providerEntries[provider].isOptional,
);

const everySize = { quality: null, speed: null };

/** Everything that a provider can be used for. */
const serveAll = (provider: Provider): Serves => ({
  uses: isPictureProvider(provider) ? ['texts', 'photos in texts', 'pictures', 'edits'] : ['texts'],
  largestSizes: { image: everySize, edit_image: everySize },
  cutRatios: { quality: [], speed: [] },
});

/** Answers that the site has these providers. Each serves everything that it can, except as `changes` says. */
export function haveProviders(
  ids: readonly Provider[],
  changes: Partial<Record<Provider, Partial<Serves>>> = {},
): void {
  answer('GET /api/config', { ...clientConfig, providers: [...ids] });
  answer(
    'GET /api/providers',
    Object.fromEntries(ids.map((id) => [id, { ...serveAll(id), ...changes[id] }])),
  );
}
