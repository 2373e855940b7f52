/** Which addresses are thrown away after use. */
import mailchecker from 'mailchecker';
import { splitAddress } from '@sachet/shared/mailbox';

const disposableDomains = mailchecker.blacklist();

/** Of a provider of throwaway addresses or of endless aliases, or of any domain below theirs. */
export function isDisposable(email: string): boolean {
  const labels = splitAddress(email).domain.split('.');
  return labels.some((_, i) => disposableDomains.has(labels.slice(i).join('.')));
}
