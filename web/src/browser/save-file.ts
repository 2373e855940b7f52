/** Saves a file under this name, like a download. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The URL stays valid for a minute, because some browsers start to read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
