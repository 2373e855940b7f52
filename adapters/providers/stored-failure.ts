/** The stored reason of a failed generation. */
import type { OwnFailure } from '@sachet/shared/studio/contracts/failure';
import type { Provider } from '@sachet/shared/contracts/vocabulary';
import type { StoredFailure } from '@sachet/shared/studio/failure';
import { isLongWait } from './failure.ts';
import type { ProviderFailure } from './provider.ts';

export function storedFailure(failure: ProviderFailure): StoredFailure {
  return {
    category: failure.category === 'cancelled' ? 'generic' : failure.category,
    provider: failure.provider,
    code: failure.code,
    type: failure.type,
    status: failure.status,
    ...(failure.category === 'quota' &&
      isLongWait(failure.retryAfterMs) && {
        until: new Date(Date.now() + failure.retryAfterMs).toISOString(),
      }),
    ...(failure.said !== null && { said: failure.said }),
  };
}

/** A failure that our own code detected. */
export function ourFailure(provider: Provider, code: OwnFailure): StoredFailure {
  return { category: 'server', provider, code, type: null, status: null };
}
