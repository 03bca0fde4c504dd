// What cannot wait for the page's own script.
{
  // The engine's worker, so that engine and model load while the page does, and the first sentence is read. The page
  // takes it over, and asks what it was asked, what it has said, and whether it failed.
  const { worker: address, model } = document.currentScript.dataset;
  if (address) {
    const url = (path) => new URL(path, document.baseURI).href;
    const asked = [];
    const { name, version, example, ...files } = JSON.parse(model);
    const said = new URLSearchParams(location.hash.slice(1));
    if ((said.get('model') ?? name) === name) {
      const source = Object.fromEntries(Object.entries(files).map(([part, path]) => [part, url(path)]));
      const returning = Boolean(navigator.serviceWorker?.controller);
      asked.push({ kind: 'open', request: 1, source: { name, version, returning, ...source } });
      const look = { layer: null, head: null, shaping: { special: 'shown', pieces: 'apart' } };
      const text = said.get('text') ?? example;
      if (!said.has('packed')) asked.push({ kind: 'analyse', request: 2, model: name, text, look });
    }
    // Asked by the worker's name: browsers keep messages for a worker that starts until the page's main thread, busy
    // with the page's own script by then, has heard that it did.
    const worker = new Worker(url(address), { type: 'module', name: JSON.stringify(asked) });
    const early = (window.heedEarly = { worker, asked, heard: [], failed: null });
    worker.onmessage = ({ data }) => early.heard.push(data);
    worker.onerror = (event) => {
      event.preventDefault();
      early.failed = event.message || '';
    };
  }

  // The visitor's choice of light or dark, where there is one, before the first paint.
  try {
    const theme = localStorage.getItem('heed:theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to this page: the system decides.
  }
}
