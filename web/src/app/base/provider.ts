import type { Provider } from '@sachet/shared/contracts/vocabulary';

export const providerName: Record<Provider, string> = { google: 'Google', openai: 'OpenAI' };

export function otherProvider(provider: Provider): Provider {
  return provider === 'google' ? 'openai' : 'google';
}
