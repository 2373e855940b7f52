import { rootRoute } from '../app/routes';
import { mountRoute, type Settings } from './mount';

/**
 * Renders the whole client at an address. It is a separate file, so that after a change to any page, `npm
 * test -- --changed` runs only the tests that import this file.
 */
export async function visit(path: string, settings: Omit<Settings, 'path'> = {}): Promise<void> {
  await mountRoute(rootRoute, { ...settings, path });
}
