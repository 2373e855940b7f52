/**
 * The mailbox of an address, in lower case. A tag after a plus is dropped, as every provider that
 * allows one ignores it; Gmail also ignores dots, and has two domains.
 */
export function toMailbox(email: string): string {
  const { name, domain } = splitAddress(email);
  const untagged = name.replace(/(?<=.)\+.*$/s, '');
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
}

export function splitAddress(email: string): { name: string; domain: string } {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  return { name: address.slice(0, at), domain: address.slice(at + 1).replace(/\.$/, '') };
}
