/** After the page: it is for the next visit, and for whoever installs the client. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where a browser refuses it, all else works as before.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/** What another app has shared and nobody has looked at: not for the next person at this machine. */
export async function dropShared(): Promise<void> {
  await globalThis.caches?.delete('sachet-shared').catch(() => undefined);
}
