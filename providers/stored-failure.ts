/** The stored reason of a failed generation. */
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { StoredFailure } from '@sachet/shared/stored-failure';
import type { ProviderFailure } from './provider.ts';

export function storedFailure(failure: ProviderFailure): StoredFailure {
  return {
    message: failure.message,
    category: failure.category === 'cancelled' ? 'generic' : failure.category,
    provider: failure.provider,
    code: failure.code,
    type: failure.type,
    status: failure.status,
  };
}

/** An error on our side; the user always reads the same text. */
export function ourFailure(provider: Provider, code: string): StoredFailure {
  return {
    message: 'Something went wrong on our side. Please try again.',
    category: 'server',
    provider,
    code,
    type: null,
    status: null,
  };
}
