import { Provider, type ImageMode, type Quality } from '@sachet/shared/contracts/vocabulary';
import { usePictureModels } from '../api/hooks';

/** The providers that can draw what is asked for: all of them while that is not known. */
export function usePictureProviders(mode: ImageMode, quality: Quality): Provider[] {
  const { data } = usePictureModels();
  const able = Provider.options.filter((provider) => data?.[mode][quality][provider] !== null);
  // With none at all, the server says why when it is asked.
  return able.length > 0 ? able : Provider.options;
}
