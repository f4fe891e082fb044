import { setImmediate as nextTurn } from 'node:timers/promises';

import { runningTime } from './running-time.js';

/** Keeps the process from doing anything else. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('the time for which a process runs', () => {
  it('does not contain the time for which it was suspended', async () => {
    const control = new AbortController();
    let isOver = false;
    const over = runningTime(200, control.signal).then(() => {
      isOver = true;
    });
    stall(300);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(isOver).toBe(false);
    control.abort();
    await expect(over).rejects.toThrow('aborted');
  });

  it('is over when the process has run for so long', async () => {
    const { signal } = new AbortController();
    await expect(runningTime(100, signal)).resolves.toBeUndefined();
  });
});
