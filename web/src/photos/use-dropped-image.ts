import { useEffect, useState } from 'react';
import { getPastedFile } from '../browser/pasted-file';

/**
 * A picture that is pasted anywhere on the page, or dropped on it. Without this the browser would
 * leave the page for a dropped file. True while one is dragged over the page.
 */
export function useDroppedImage(onFile: (file: File) => void): boolean {
  const [dragged, setDragged] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const on = <K extends keyof WindowEventMap>(
      name: K,
      listener: (event: WindowEventMap[K]) => void,
    ) => window.addEventListener(name, listener, { signal: stop.signal });

    const acceptFile = (event: Event, file: File | null | undefined) => {
      if (!file) return;
      event.preventDefault();
      onFile(file);
    };
    on('paste', (event) => acceptFile(event, getPastedFile(event)));
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragged(true);
    });
    on('dragleave', (event) => event.relatedTarget === null && setDragged(false));
    on('drop', (event) => {
      setDragged(false);
      acceptFile(event, event.dataTransfer?.files[0]);
    });
    return () => stop.abort();
  }, [onFile]);

  return dragged;
}
