/** Registered after the page has loaded, because it serves later visits and the installed app. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Everything else works without it.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/**
 * Deletes content that another app has shared, so that the next user of this device does not get
 * it.
 */
export async function dropShared(): Promise<void> {
  await globalThis.caches?.delete('sachet-shared').catch(() => undefined);
}
