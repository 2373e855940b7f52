/** Collects the files that the client downloads during a test, oldest first. */
import { onTestFinished, vi } from 'vitest';

export function watchDownloads(): { name: string; text: Promise<string> }[] {
  const files: { name: string; text: Promise<string> }[] = [];
  const texts = new Map<string, Promise<string>>();
  const toUrl = URL.createObjectURL.bind(URL);
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = toUrl(file);
    texts.set(url, (file as Blob).text());
    return url;
  });
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, text: texts.get(this.href)! });
  });
  onTestFinished(() => {
    made.mockRestore();
    pressed.mockRestore();
  });
  return files;
}
