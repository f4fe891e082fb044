import { onlineManager } from '@tanstack/react-query';

/** Answered by the service itself, also to callers without a session. */
const PROBE = '/api/v1/admin/session';
/** Without an end of its own, a probe over a connection that was lost silently takes minutes. */
const PROBE_LIMIT_MS = 5000;
/** Pages go on at most so long after the service is back; until then each open page sends one call in this time. */
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
  // One call fails although the service answers: asked again each time, it would fail again, without end.
  if (await isAnswered()) return;
  do {
    // In each round: the manager listens to the browser's event `online`, which says only that there is some network.
    onlineManager.setOnline(false);
    await pause();
  } while (!(await isAnswered()));
  // The change from offline to online is what has the queries ask again for what has failed.
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
}

/** A proxy answers too when the service behind it is away, with 502 to 504. */
function isAnswered(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
  return fetch(PROBE, { cache: 'no-store', credentials: 'same-origin', signal }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Ends when the browser has a network again, if that is earlier. */
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
