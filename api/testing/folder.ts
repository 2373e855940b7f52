import { readdirSync } from 'node:fs';

/** Every file in a folder and its folders, by its path from there, but for what a store tries its disk with. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.probe')
    .map((entry) => `${entry.parentPath.slice(folder.length + 1)}/${entry.name}`)
    .sort();
}
