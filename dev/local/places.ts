import { join, resolve } from 'node:path';

/** The folder of the clone. */
export const root = resolve(import.meta.dirname, '../..');

/** All data that `npm start` keeps between runs; never committed. */
export const localFolder = join(root, '.local');

export const webFolder = join(root, 'web', 'dist');
