import { runInNewContext } from 'node:vm';

import { asError, isError } from './waiting.js';

describe('an error', () => {
  it('is one in every realm, also where a test runner has its own', () => {
    const error: unknown = runInNewContext(`new TypeError('fetch failed')`);
    expect({ isInstance: error instanceof Error, isError: isError(error) }).toEqual({
      isInstance: false,
      isError: true,
    });
    expect(asError(error)).toBe(error);
  });

  it.each(['fetch failed', undefined, 503])('is not %p, which becomes one', (reason) => {
    expect(isError(reason)).toBe(false);
    expect(asError(reason).message).toBe(String(reason));
  });
});
