/**
 * The mailbox behind an address, in lower case. What follows a plus is a tag at every provider that
 * allows one, so that it is dropped for all; Gmail ignores dots as well, and has two names.
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
