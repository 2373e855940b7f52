/** Why something could not be made, as it is kept. */
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

/** Something on our side went wrong; the person reads the same whatever it was. */
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
