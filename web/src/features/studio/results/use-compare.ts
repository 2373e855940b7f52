import type { GenerationResult } from '@sachet/shared/studio/contracts/generation';
import type { Provider } from '@sachet/shared/providers';
import { useState } from 'react';
import { useLanguage } from '../../../i18n/language';
import { repeatRequest } from '../generation/request';
import { useGenerate } from '../generation/use-generate';

/** Sends the request of a result to another provider, too. */
export function useCompare(onCompared: (result: GenerationResult) => void): {
  compare: (generation: GenerationResult, other: Provider) => Promise<void>;
  /** The provider that is being asked. */
  comparing: Provider | null;
  error: string | null;
} {
  const language = useLanguage();
  const { ask, busy, error } = useGenerate();
  const [asked, setAsked] = useState<Provider | null>(null);

  async function compare(generation: GenerationResult, other: Provider) {
    setAsked(other);
    const [result] = (await ask([repeatRequest(generation, other, language)])) ?? [];
    if (result) onCompared(result);
  }

  return { compare, comparing: busy ? asked : null, error };
}
