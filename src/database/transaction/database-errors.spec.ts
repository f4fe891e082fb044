import { QueryFailedError } from 'typeorm';

import { explain } from './database-errors.js';

const VALUE = 'ann.lee@test.example.edu';

describe('what is logged of an error', () => {
  it.each<[string, Error]>([
    ['an error', new Error(`Duplicate entry '${VALUE}'`)],
    ['one of many lines that look like frames', new TypeError(`no\n    at ${VALUE}\n    at ${VALUE}`)],
    ['one whose message was changed', Object.assign(new Error(`first ${VALUE}`), { message: 'second' })],
    ['a refused statement', new QueryFailedError(`SELECT '${VALUE}'`, [VALUE], new Error(VALUE))],
  ])('has nothing of the message of %s', (_, error) => {
    expect(JSON.stringify(explain(error))).not.toContain(VALUE);
  });

  it('tells its name, its code, and where it was thrown', () => {
    const error = Object.assign(new RangeError(VALUE), { code: 'ER_DUP_ENTRY', errno: 1062 });
    expect(explain(error)).toEqual({
      error: {
        ...{ name: 'RangeError', code: 'ER_DUP_ENTRY', errno: 1062 },
        stack: expect.stringMatching(/^ {4}at .*database-errors\.spec\.ts/) as string,
      },
    });
  });

  it('tells of a refused statement what the server called it', () => {
    const refused = Object.assign(new Error(VALUE), { code: 'ER_DUP_ENTRY', errno: 1062 });
    expect(explain(new QueryFailedError('SELECT 1', [], refused))).toEqual({
      error: { name: 'QueryFailedError', code: 'ER_DUP_ENTRY', errno: 1062 },
    });
  });

  it('tells the kind of what is no error', () => {
    expect(explain(VALUE)).toEqual({ error: { name: 'string' } });
  });
});
