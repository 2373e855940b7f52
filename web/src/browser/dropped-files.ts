import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, which the browser would open, and files that are pasted.
 * Returns true while files are dragged over the page.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isDragged, setDragged] = useState(false);
  const take = useEffectEvent((event: Event, files: File[]) => {
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const stop = new AbortController();
    const on = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, listener, { signal: stop.signal });

    on('paste', (event) => take(event, getPastedFiles(event)));
    on('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragged(true);
    });
    on('dragleave', (event) => event.relatedTarget === null && setDragged(false));
    on('drop', (event) => {
      setDragged(false);
      take(event, [...(event.dataTransfer?.files ?? [])]);
    });
    return () => stop.abort();
  }, []);
  return isDragged;
}

const textBox =
  'textarea, [contenteditable], input:not([type=file], [type=checkbox], [type=radio])';

/**
 * Returns the pasted files, or none if the paste is text. Office programs add a picture of the pasted text, so
 * in a text box the text takes precedence. File managers add the file names as text.
 */
function getPastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  const files = [...(clipboardData?.files ?? [])];
  const isInBox = target instanceof Element && target.closest(textBox) !== null;
  const lines = (clipboardData?.getData('text/plain') ?? '').trim().split(/[\r\n]+/);
  const isNames = lines.every((line) => line === '' || files.some(({ name }) => name === line));
  return isInBox && !isNames ? [] : files;
}
