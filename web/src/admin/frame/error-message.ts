import { toErrorMessage } from '../../api/errors';
import { ApiFailure } from '../../api/failure';
import type { TFunction } from '../../i18n/translate';

/**
 * Where the server supplies a text it is shown, else `fallback` (docs/product.md, Messages). What
 * admins are refused for has no words in the other languages that would say as much: there the
 * server's English stands after the fallback.
 */
export function toAdminErrorMessage(
  t: TFunction,
  language: string,
  thrown: unknown,
  fallback: string,
): string {
  const isRefusal = thrown instanceof ApiFailure && thrown.code !== null && thrown.status < 500;
  if (!isRefusal) return `${fallback}. ${toErrorMessage(t, thrown)}`;
  return language === 'en' ? thrown.message : `${fallback}: ${thrown.message}`;
}
