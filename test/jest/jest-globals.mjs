/** `jest` of the spec file that runs, also for what several files import. */
export const jest = new Proxy({}, { get: (_, name) => globalThis.jest[name] });
