// What cannot wait for the page's own script.
{
  // The visitor's choice of light or dark, where there is one, before the first paint.
  try {
    const theme = localStorage.getItem('heed:theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to this page: the system decides.
  }

  // The engine's worker, so that it loads while the page does. The page takes it over, and asks whether it failed.
  const { worker: address } = document.currentScript.dataset;
  if (address) {
    const worker = new Worker(new URL(address, document.baseURI), { type: 'module', name: 'heed' });
    const early = { worker, failed: null };
    worker.onerror = (event) => {
      event.preventDefault();
      early.failed = event.message || '';
    };
    window.heedEarly = early;
  }
}
