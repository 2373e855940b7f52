/** Pastes like Chromium, but without the system's clipboard, which all tests on a machine share. */
import type { Locator } from 'vitest/browser';

type Pasted = { text?: string; html?: string; file?: File };

/**
 * Pastes content into an element. Returns false if the page handled the paste itself; otherwise the text is
 * inserted at the caret.
 */
export function paste(into: Locator, { text = '', html, file }: Pasted): boolean {
  const clipboardData = new DataTransfer();
  if (text) clipboardData.setData('text/plain', text);
  if (html) clipboardData.setData('text/html', html);
  if (file) clipboardData.items.add(file);
  const element = into.element() as HTMLElement;
  element.focus();
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  const isHandled = !element.dispatchEvent(event);
  if (!isHandled && text) document.execCommand('insertText', false, text);
  return !isHandled;
}

/** Copies cells like Excel and Word, which put text, HTML and a picture into the clipboard. */
export async function copyCells(text = 'Kite\t₹40\nString\t₹25'): Promise<Required<Pasted>> {
  const html = `<table><tr><td>${text.replaceAll('\t', '</td><td>')}</td></tr></table>`;
  return { text, html, file: await takeScreenshot('image.png') };
}

export async function takeScreenshot(name = 'image.png'): Promise<File> {
  const canvas = new OffscreenCanvas(320, 240);
  canvas.getContext('2d')?.fillRect(0, 0, 160, 240);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}
