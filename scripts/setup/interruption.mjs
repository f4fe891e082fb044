// Ctrl-C and SIGTERM: scripts end what they have started, and remove what they have made, before they end.
let interrupt;

/** Rejects when this process is asked to end. */
export const interruption = new Promise((_, reject) => {
  interrupt = () => {
    isInterrupted = true;
    reject(new Error('Interrupted.'));
  };
});
// There may be no one who waits for it.
interruption.catch(() => undefined);

export let isInterrupted = false;

/** A second signal ends the process at once. */
export function catchSignals() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt);
}

/** Stops waiting when this process is asked to end; what `work` has started must be ended by {@link endWithUs}. */
export function unlessInterrupted(work) {
  return Promise.race([work, interruption]);
}

/** The child is asked to end when this process is. */
export function endWithUs(child) {
  interruption.catch(() => child.kill());
}
