/** Raises a notice for admins while pictures cannot be stored. */
import { raiseNotice, resolveNotices } from '@sachet/db/admin/notices';
import type { Dependencies } from '../dependencies.ts';

/** All workers store pictures in the same place. */
const subject = 'images';

export async function noteStore({
  db,
  images,
}: Pick<Dependencies, 'db' | 'images'>): Promise<void> {
  const kind = 'images_not_stored';
  const { state } = await images.readHealth();
  if (state === 'writable') await resolveNotices(db, { kind, subjects: [subject] });
  else await raiseNotice(db, { kind, data: { state } }, subject);
}
