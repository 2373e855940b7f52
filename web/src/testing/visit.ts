import { rootRoute } from '../routes';
import { mountRoute, type Settings } from './mount';

/**
 * Renders the whole client at an address. In its own file, so that a change to any page marks only
 * the tests that import this one as changed (`npm test -- --changed`).
 */
export async function visit(path: string, settings: Omit<Settings, 'path'> = {}): Promise<void> {
  await mountRoute(rootRoute, { ...settings, path });
}
