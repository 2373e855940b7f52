/** Detects addresses of throwaway mail services. */
import { splitAddress } from '@sachet/shared/people/mailbox';

/** Domains that the package lacks: those of SimpleLogin, which also makes aliases for Proton. */
const moreDomains = ['8alias.com', 'dralias.com', 'silomails.com', 'simplelogin.fr'];

let domains: Promise<ReadonlySet<string>> | undefined;

/** The list has 50,000 names (a megabyte), so it is loaded only for the first address. */
async function loadDomains(): Promise<ReadonlySet<string>> {
  const { default: mailchecker } = await import('mailchecker');
  return new Set([...mailchecker.blacklist(), ...moreDomains]);
}

/**
 * Whether the address is at a provider of throwaway addresses or endless aliases, or at a subdomain of such a
 * provider.
 */
export async function isDisposable(email: string): Promise<boolean> {
  const disposable = await (domains ??= loadDomains());
  const labels = splitAddress(email).domain.split('.');
  return labels.some((_, i) => disposable.has(labels.slice(i).join('.')));
}
