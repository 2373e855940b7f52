/**
 * The mailbox behind an address, trimmed and lowercased already: what follows a plus is the reader's
 * own label, and Gmail sees no dots. Addresses of one mailbox count as one recipient.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at).split('+')[0]!, email.slice(at + 1)];
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`;
  return `${name.replaceAll('.', '')}@gmail.com`;
}
