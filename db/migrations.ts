/** The migrations of this code. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertLockIds } from './locks.ts';

const folder = join(import.meta.dirname, 'migrations');

export interface Migration {
  /**
   * The file's name and the beginning of its SHA-256: a database in which a different text was applied
   * under the same name has another schema.
   */
  readonly name: string;
  readonly text: string;
}

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => {
    const text = insertLockIds(readFileSync(join(folder, file), 'utf8'));
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
    return { name: `${file.replace('.sql', '')}-${digest}`, text };
  });
