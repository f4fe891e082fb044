import { loadLanguage } from './language';

const RELOADED = 'reloaded-at';
const PAUSE_MS = 10_000;

// After an upgrade the files that an open page would load next are gone; a reload gets the new ones. When that does not
// help, the page shows the error instead of reloading again.
window.addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < PAUSE_MS) return;
  event.preventDefault();
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
});

// The modules of the pages read their sentences while they are loaded.
void loadLanguage().then(() => import('./start'));
