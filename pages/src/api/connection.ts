import { onlineManager } from '@tanstack/react-query';

/** Answered by the service itself, also to callers without a session. */
const PROBE = '/api/v1/admin/session';
const PAUSE_MS = 3000;

let waiting: Promise<void> | undefined;

/**
 * Waits until the service answers. Until then the queries of all pages wait too, and `OfflineNote` is shown; they go on
 * by themselves.
 */
export function untilReachable(): Promise<void> {
  waiting ??= askUntilAnswered().finally(() => {
    waiting = undefined;
  });
  return waiting;
}

async function askUntilAnswered(): Promise<void> {
  onlineManager.setOnline(false);
  while (!(await isAnswered())) {
    // The browser calls itself online as soon as it has any network.
    onlineManager.setOnline(false);
    await pause();
  }
  // What has failed before is asked for again.
  onlineManager.setOnline(true);
}

function isAnswered(): Promise<boolean> {
  return fetch(PROBE, { cache: 'no-store', credentials: 'same-origin' }).then(
    () => true,
    () => false,
  );
}

/** Ends when the browser is online again, if that is earlier. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = window.setTimeout(end, PAUSE_MS);
    window.addEventListener('online', end);
  });
}
