import { toErrorMessage } from '../../api/errors';
import { ApiFailure } from '../../api/failure';
import type { TFunction } from '../../i18n/translate';

/**
 * The server's text where it supplies one, else `fallback` (docs/product.md, Messages). In other
 * languages the server's English follows the fallback.
 */
export function toAdminErrorMessage(
  t: TFunction,
  language: string,
  thrown: unknown,
  fallback: string,
): string {
  const message = toErrorMessage(t, thrown, { showsServerText: true });
  const isRefusal =
    thrown instanceof ApiFailure && thrown.serverText !== null && thrown.status < 500;
  if (!isRefusal) return `${fallback}. ${message}`;
  return language === 'en' ? message : `${fallback}: ${message}`;
}
