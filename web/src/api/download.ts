import type { OperationName, QueryOf } from '@sachet/shared/operations/operations';
import { saveFile } from '../browser/save-file';
import { orOffline, toPath, toRequest } from './client';

/**
 * Saves a file of the API under the name in its headers. Uses fetch, because a plain link sends no token.
 * Throws `ApiFailure`.
 */
export async function download<Name extends OperationName>(
  operation: Name,
  query: QueryOf<Name>,
  fallbackName: string,
): Promise<void> {
  const path = toPath(operation, query);
  const answer = await orOffline(toRequest(operation).then((init) => fetch(path, init)));
  if (!answer.ok) {
    const { toFailure } = await import('./answers');
    throw toFailure(answer.status, await answer.json().catch(() => null));
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  saveFile(name ?? fallbackName, await orOffline(answer.blob()));
}
