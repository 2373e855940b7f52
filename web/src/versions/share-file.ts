/** Downloads a picture from the API, which adds the AI label. */
export async function readPicture(url: string, name: string): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Downloading the picture failed with status ${answer.status}.`);
  const bytes = await answer.blob();
  return new File([bytes], `${name}.${bytes.type.split('/')[1] ?? 'jpg'}`, { type: bytes.type });
}

/** Whether the browser can share pictures with other apps. */
export function canSharePictures(): boolean {
  const picture = new File([], 'sachet.jpg', { type: 'image/jpeg' });
  return navigator.canShare?.({ files: [picture] }) ?? false;
}

/** Returns false if the browser refused; cancelling the share sheet counts as success. */
export async function shareFile(file: File, caption: string): Promise<boolean> {
  try {
    await navigator.share({ files: [file], ...(caption && { text: caption }) });
    return true;
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'AbortError';
  }
}
