/** Which addresses are thrown away after use. */
import { splitAddress } from '@sachet/shared/mailbox';

/** Domains of SimpleLogin, which makes aliases for Proton too, that the package lacks. */
const moreDomains = ['8alias.com', 'dralias.com', 'silomails.com', 'simplelogin.fr'];

let domains: Promise<ReadonlySet<string>> | undefined;

/** 50,000 names, a megabyte of code: loaded for the first address. */
async function loadDomains(): Promise<ReadonlySet<string>> {
  const { default: mailchecker } = await import('mailchecker');
  return new Set([...mailchecker.blacklist(), ...moreDomains]);
}

/** Of a provider of throwaway addresses or of endless aliases, or of any domain below theirs. */
export async function isDisposable(email: string): Promise<boolean> {
  const disposable = await (domains ??= loadDomains());
  const labels = splitAddress(email).domain.split('.');
  return labels.some((_, i) => disposable.has(labels.slice(i).join('.')));
}
