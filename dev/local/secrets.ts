import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { localFolder } from './places.ts';

/** The signing secrets of a studio on this machine, unless `.env` has others. */
export function localSecrets() {
  return keepSecrets(join(localFolder, 'secrets.json'), ['signing', 'ledgerSigningKey']);
}

/** Random secrets that stay the same between runs, in a file that only the owner can read. */
export function keepSecrets<Name extends string>(
  file: string,
  names: readonly Name[],
): Record<Name, string> {
  const known = readKnown(file);
  const missing = names.filter((name) => !known[name]);
  for (const name of missing) known[name] = randomBytes(24).toString('base64url');
  if (missing.length > 0) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(known, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  chmodSync(file, 0o600);
  return known as Record<Name, string>;
}

function readKnown(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
