/** Registers the service worker, which only later visits and the installed app need. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The client works without the service worker, so a failure is ignored.
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** Deletes content that another app has shared, so that the next user of this device does not see it. */
export async function dropShared(): Promise<void> {
  await globalThis.caches?.delete('sachet-shared').catch(() => undefined);
}
