import { loadLanguage } from './language';
import { reloadOnce } from './reload-once';

function reload(event: Event): void {
  // When a reload has not helped, the browser shows the error.
  if (reloadOnce()) event.preventDefault();
}

window.addEventListener('vite:preloadError', reload);

// The modules of the pages read their sentences while they are loaded.
void loadLanguage()
  .then(() => import('./start'))
  .then(() => {
    // From here on each page waits for its own files.
    window.removeEventListener('vite:preloadError', reload);
  });
