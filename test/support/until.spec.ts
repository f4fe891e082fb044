import { jest } from '@jest/globals';

import { until } from './until.js';

/** The failure of a wait of 20 ms. */
async function failureOf(isSo: () => boolean | Promise<boolean>): Promise<Error> {
  const failure: unknown = await until('the door is open', isSo, { within: 20 }).catch(
    (error: unknown) => error,
  );
  if (failure instanceof Error) return failure;
  throw new Error('It did not fail.');
}

describe('a wait', () => {
  it('ends with the first look that says so', async () => {
    const answers = [false, false, true];
    await until('the third answer is here', () => answers.shift() ?? false);
    expect(answers).toEqual([]);
  });

  it('does not rest when it is so already', async () => {
    const order: string[] = [];
    const others = new Promise<void>((resolve) => {
      setImmediate(() => {
        order.push('the next turn');
        resolve();
      });
    });
    await until('it is so', () => Promise.resolve(true));
    order.push('the wait');
    await others;
    expect(order).toEqual(['the wait', 'the next turn']);
  });

  it('continues after a look that throws', async () => {
    let looks = 0;
    await until('the second look is over', () => {
      looks += 1;
      if (looks === 1) throw new Error('not yet');
      return true;
    });
    expect(looks).toBe(2);
  });

  it('lets other work continue between its looks', async () => {
    let isOpen = false;
    setImmediate(() => (isOpen = true));
    await until('the door is open', () => isOpen);
    expect(isOpen).toBe(true);
  });

  it('fails with the name of what it waited for', async () => {
    const { message, cause } = await failureOf(() => false);
    expect(message).toBe('This was not so within 0.02 s: the door is open');
    expect(cause).toBeUndefined();
  });

  it('fails with the last error of its looks, also when a later look has none', async () => {
    const errors = [new Error('refused'), new Error('reset')];
    const { message, cause } = await failureOf(() => {
      const [error] = errors.splice(0, 1);
      if (error !== undefined) throw error;
      return false;
    });
    expect(message).toBe('This was not so within 0.02 s: the door is open; last error: reset');
    expect(cause).toMatchObject({ message: 'reset' });
  });

  it('fails though a look never answers', async () => {
    const { message } = await failureOf(() => new Promise<boolean>(() => undefined));
    expect(message).toBe('This was not so within 0.02 s: the door is open');
  });
});

describe('while a test has set fake timers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('a wait looks again in real time', async () => {
    let looks = 0;
    await until('the third look is over', () => (looks += 1) === 3);
    expect(looks).toBe(3);
  });

  it('a wait ends at its limit in real time', async () => {
    expect((await failureOf(() => false)).message).toContain('the door is open');
  });
});
