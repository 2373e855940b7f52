import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** The entry imports the list of all icons: those that only lazy pages draw belong to these. */
const drawnElsewhere = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;

const entry = join(import.meta.dirname, 'src', 'main.tsx');

/**
 * One file of all that the entry imports at once. Without it, what lazy pages share with the entry becomes
 * a dozen files of some hundred bytes each, and a phone asks for them half a dozen at a time.
 */
export function firstChunk(): Rolldown.OutputOptions {
  let first: Set<string> | undefined;
  return {
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

/** What it imports, with what that imports in turn. */
function findImported(from: string, getImports: (id: string) => readonly string[]): Set<string> {
  const found = new Set(getImports(from));
  for (const id of found) for (const imported of getImports(id)) found.add(imported);
  return found;
}
