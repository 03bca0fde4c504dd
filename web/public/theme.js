// Before the first paint: the visitor's choice of light or dark, where there is one.
try {
  const theme = localStorage.getItem('heed:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this page: the system decides.
}
