// What cannot wait for the page's own script.
{
  // The engine's worker, so that engine and model load while the page does. The page takes it over, and asks whether
  // it failed.
  const { worker: address, model } = document.currentScript.dataset;
  if (address) {
    const url = (path) => new URL(path, document.baseURI).href;
    const worker = new Worker(url(address), { type: 'module', name: 'heed' });
    const early = { worker, failed: null };
    worker.onerror = (event) => {
      event.preventDefault();
      early.failed = event.message || '';
    };
    window.heedEarly = early;
    const { name, version, ...files } = JSON.parse(model);
    const asked = new URLSearchParams(location.hash.slice(1)).get('model');
    if (asked === null || asked === name) {
      const source = Object.fromEntries(Object.entries(files).map(([part, path]) => [part, url(path)]));
      const returning = Boolean(navigator.serviceWorker?.controller);
      worker.postMessage({ kind: 'prefetch', source: { name, version, returning, ...source } });
    }
  }

  // The visitor's choice of light or dark, where there is one, before the first paint.
  try {
    const theme = localStorage.getItem('heed:theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to this page: the system decides.
  }
}
