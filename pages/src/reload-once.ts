const RELOADED = 'reloaded-at';
const PAUSE_MS = 10_000;

/**
 * Loads the application again, as after an upgrade, which removes the files that an open page would load next.
 * @returns false when that was done just before and has not helped
 */
export function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < PAUSE_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
  return true;
}
