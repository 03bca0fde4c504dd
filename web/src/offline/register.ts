// Registers the service worker once the page is drawn; a new version takes over when the page is left.

export async function keepForOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI));
    addEventListener('pagehide', () => registration.waiting?.postMessage('take over'));
  } catch {
    // Private windows and plain http refuse service workers; the page works without one.
  }
}
