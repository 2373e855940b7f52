/** A picture as a file for somebody else. It comes from the API, which labels all that leaves it. */
export async function readPicture(url: string, name: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The picture answered with ${answer.status}.`);
  const bytes = await answer.blob();
  return new File([bytes], `${name}.${bytes.type.split('/')[1] ?? 'jpg'}`, { type: bytes.type });
}

/** Whether this browser hands pictures to other apps. */
export function canSharePictures(): boolean {
  const some = new File([], 'sachet.jpg', { type: 'image/jpeg' });
  return navigator.canShare?.({ files: [some] }) ?? false;
}

/** False where the browser did not let us; what somebody thought better of is no failure. */
export async function shareFile(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError';
  }
}

export const whatsAppUrl = (text: string): string =>
  `https://wa.me/?text=${encodeURIComponent(text)}`;
