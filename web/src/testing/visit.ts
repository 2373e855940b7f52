import { rootRoute } from '../routes';
import { mountRoute, type Settings } from './mount';

/**
 * The whole client at one of its addresses. A file of its own: what imports it is touched by a change of
 * any page, what only mounts a component is not (`npm test -- --changed`).
 */
export async function visit(path: string, settings: Omit<Settings, 'path'> = {}): Promise<void> {
  await mountRoute(rootRoute, { ...settings, path });
}
