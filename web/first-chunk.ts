import { join } from 'node:path';
import type { Rolldown } from 'vite';

/**
 * The entry imports the list of all icons. But only lazy pages draw these icons, so they belong to the chunks
 * of those pages.
 */
const drawnElsewhere = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;

const entry = join(import.meta.dirname, 'src', 'main.tsx');

/**
 * Puts everything that the entry imports statically into one file. Otherwise, the code that the entry shares
 * with lazy pages becomes a dozen small files, and a phone requests only six at a time.
 */
export function firstChunk(): Rolldown.OutputOptions {
  let first: Set<string> | undefined;
  return {
    // The first chunk lists the names of more than 150 files, so short names make it smaller.
    chunkFileNames: ({ name }) => `assets/${name.slice(0, 1)}-[hash].js`,
    codeSplitting: {
      groups: [
        {
          debugName: 'first',
          name(id, context) {
            first ??= findImported(entry, (each) => context.getModuleInfo(each)?.importedIds ?? []);
            return first.has(id) && !drawnElsewhere.test(id) ? 'first' : null;
          },
        },
      ],
    },
  };
}

/** The direct and indirect imports of a module. */
function findImported(from: string, getImports: (id: string) => readonly string[]): Set<string> {
  const found = new Set(getImports(from));
  for (const id of found) for (const imported of getImports(id)) found.add(imported);
  return found;
}
