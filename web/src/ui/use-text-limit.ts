import { useState, type ClipboardEvent, type DragEvent } from 'react';

/**
 * Limits a text box to `max` characters. The browser cuts off pasted or dropped text. Afterwards, `isCut` is
 * true until the text changes.
 */
export function useTextLimit(value: string, max: number) {
  const [cutTo, setCutTo] = useState<string | null>(null);

  function noticeCut(field: HTMLTextAreaElement, text: string, replacedCharacters: number): void {
    const room = max - field.value.length + replacedCharacters;
    // A text box counts a line break as one character.
    if (text.length <= room || text.replaceAll('\r\n', '\n').length <= room) return;
    // The browser inserts the text after this event.
    setTimeout(() => setCutTo(field.value));
  }

  return {
    isCut: cutTo === value,
    boxProps: {
      maxLength: max,
      onPaste({ clipboardData, currentTarget: field }: ClipboardEvent<HTMLTextAreaElement>) {
        const selected = field.selectionEnd - field.selectionStart;
        noticeCut(field, clipboardData.getData('text/plain'), selected);
      },
      onDrop({ dataTransfer, currentTarget: field }: DragEvent<HTMLTextAreaElement>) {
        noticeCut(field, dataTransfer.getData('text/plain'), 0);
      },
    },
  };
}
