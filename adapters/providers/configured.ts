import type { Provider } from '@sachet/shared/contracts/vocabulary';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import type { ProviderAdapter } from './provider.ts';

/** The providers as the environment names them. */
export function createProviders(settings: {
  readonly GEMINI_API_KEY?: string | undefined;
  readonly GEMINI_BASE_URL?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly limits?: { readonly providerTimeoutMs: number };
}): Record<Provider, ProviderAdapter> {
  const timeoutMs = settings.limits?.providerTimeoutMs || undefined;
  return {
    google: createGemini({
      apiKey: settings.GEMINI_API_KEY ?? '',
      baseUrl: settings.GEMINI_BASE_URL,
      timeoutMs,
    }),
    openai: createOpenAi({
      apiKey: settings.OPENAI_API_KEY ?? '',
      baseUrl: settings.OPENAI_BASE_URL,
      timeoutMs,
    }),
  };
}
