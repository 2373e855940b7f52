/** Which addresses are one mailbox, and which are thrown away after use. */
import mailchecker from 'mailchecker';

/**
 * The mailbox behind an address, in lower case. What follows a plus is a tag at every provider that
 * allows one, so that it is dropped for all; Gmail ignores dots as well, and has two names.
 */
export function toMailbox(email: string): string {
  const [name, domain] = split(email);
  const untagged = name.replace(/(?<=.)\+.*$/s, '');
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
}

const disposableDomains = mailchecker.blacklist();

/** Of a provider of throwaway addresses or of endless aliases, or of any domain below theirs. */
export function isDisposable(email: string): boolean {
  const labels = split(email)[1].split('.');
  return labels.some((_, i) => disposableDomains.has(labels.slice(i).join('.')));
}

function split(email: string): [name: string, domain: string] {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1).replace(/\.$/, '')];
}
