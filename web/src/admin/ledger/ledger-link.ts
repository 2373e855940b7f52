import { paths } from '../../paths';

/** The list, narrowed by whatever of `filter` is there. */
export function ledgerLink(filter: Record<string, string>): string {
  return paths.ledger(Object.fromEntries(Object.entries(filter).filter(([, value]) => value)));
}
