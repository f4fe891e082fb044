/** The functions of the realm as they are before the first spec file of the worker: `[owner, name, value]`. */
const REAL = [
  ...Object.entries(Object.getOwnPropertyDescriptors(globalThis)).map(([name, { value }]) => [
    globalThis,
    name,
    value,
  ]),
  ...['hrtime', 'nextTick'].map((name) => [process, name, process[name]]),
].filter(([, , value]) => typeof value === 'function');

/**
 * Puts back the timers, `Date` and the other global functions. Jest does not where a spy and fake timers meet: each of
 * the two restores what it found, a spy on a fake timer the fake, and fake timers over a spy the spy.
 */
export function putBackGlobals() {
  for (const [owner, name, value] of REAL) if (owner[name] !== value) owner[name] = value;
}
