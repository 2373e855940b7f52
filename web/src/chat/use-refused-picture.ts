import { useEffect, useEffectEvent, useState } from 'react';
import { getPastedFile } from '../browser/pasted-file';

/**
 * True after a picture was pasted or dropped while the box with this id can be typed in, until its text
 * changes. Without this a pasted picture does nothing, and a dropped one takes the place of the page.
 */
export function useRefusedPicture(boxId: string, draft: string): boolean {
  const [refusedAt, setRefusedAt] = useState<string | null>(null);

  const refuse = useEffectEvent((event: Event) => {
    if (document.getElementById(boxId)?.closest('[inert]')) return;
    event.preventDefault();
    setRefusedAt(draft);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('paste', (event) => getPastedFile(event) && refuse(event), { signal });
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    window.addEventListener('dragover', (event) => hasFile(event) && event.preventDefault(), {
      signal,
    });
    window.addEventListener('drop', (event) => hasFile(event) && refuse(event), { signal });
    return () => stop.abort();
  }, []);

  return refusedAt === draft;
}
