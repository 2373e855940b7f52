import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/providers';
import { useFindProviders } from '../../../app/base/provider-uses';
import { useLanguage } from '../../../i18n/language';
import { toCommonRequest, toUse } from './request';

/** Returns a function that lists the other providers that can serve the request of a generation. */
export function useOthers(): (generation: GenerationResult) => Provider[] {
  const language = useLanguage();
  const findProviders = useFindProviders();
  return (generation) =>
    findProviders(toUse(toCommonRequest(generation, language))).filter(
      (provider) => provider !== generation.provider,
    );
}
