import { readdirSync } from 'node:fs';

/** Every file in a folder and its subfolders, by its path from there, without the store's probe file. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.probe')
    .map((entry) => `${entry.parentPath.slice(folder.length + 1)}/${entry.name}`)
    .sort();
}
