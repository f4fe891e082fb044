import { QueryFailedError } from 'typeorm';

import {
  explain,
  isContended,
  isDatabaseAway,
  isRetryable,
  StatementFailed,
  WrongAssumption,
} from './database-errors.js';

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

  it('has its name, its code, and where it was thrown', () => {
    const error = Object.assign(new RangeError(VALUE), { code: 'ER_DUP_ENTRY', errno: 1062 });
    expect(explain(error)).toEqual({
      error: {
        name: 'RangeError',
        code: 'ER_DUP_ENTRY',
        errno: 1062,
        stack: expect.stringMatching(/^ {4}at .*database-errors\.spec\.ts/) as string,
      },
    });
  });

  it('names the error code of a refused statement', () => {
    const refused = Object.assign(new Error(VALUE), { code: 'ER_DUP_ENTRY', errno: 1062 });
    expect(explain(new QueryFailedError('SELECT 1', [], refused))).toEqual({
      error: { name: 'QueryFailedError', code: 'ER_DUP_ENTRY', errno: 1062 },
    });
  });

  it('shows the statement of a transaction, which has no values, and of a long one only the beginning', () => {
    const refused = Object.assign(new Error(VALUE), { code: 'ER_DUP_ENTRY', errno: 1062 });
    const driver = new QueryFailedError(`INSERT INTO a VALUES ('${VALUE}')`, [VALUE], refused);
    const explained = (sql: string): object => explain(new StatementFailed(sql, driver));
    const error = { name: 'StatementFailed', code: 'ER_DUP_ENTRY', errno: 1062 };
    expect(explained('INSERT INTO a VALUES (?)')).toEqual({
      error: { ...error, statement: 'INSERT INTO a VALUES (?)' },
    });
    expect(explained('x'.repeat(501))).toEqual({ error: { ...error, statement: 'x'.repeat(500) } });
  });

  it('shows the kind of what is no error', () => {
    expect(explain(VALUE)).toEqual({ error: { name: 'string' } });
  });
});

describe('a step is run again', () => {
  const failedWith = (errno: number): QueryFailedError =>
    new QueryFailedError('SELECT ?', [], Object.assign(new Error(VALUE), { errno }));
  const wrong = new WrongAssumption('SELECT ?', failedWith(1690));

  it.each<[string, QueryFailedError]>([
    ['a deadlock', failedWith(1213)],
    ['a lock timeout', new StatementFailed('SELECT ?', failedWith(1205))],
    ['a transaction of another member of the group that was first', failedWith(3101)],
    ['a wrong assumption', wrong],
  ])('after %s', (_, error) => {
    expect(isRetryable(error)).toBe(true);
  });

  it.each<[string, QueryFailedError]>([
    ['a transaction', new StatementFailed('SELECT ?', failedWith(1690))],
    ['the driver', failedWith(1690)],
  ])('and not after an overflow reported by %s, which would happen again', (_, error) => {
    expect(isRetryable(error)).toBe(false);
  });

  it('and a wrong assumption is no race that a caller could have lost', () => {
    expect(isContended(wrong)).toBe(false);
    expect(isContended(failedWith(1213))).toBe(true);
    expect(isContended(failedWith(1062))).toBe(true);
  });
});

describe('the database is away', () => {
  it.each([
    ['is read-only, as a former primary', 1290],
    ['left its group and is offline', 3032],
    ['could not ask its group for the commit', 3100],
    ['cannot wait for what its group committed', 3797],
    ['is leaving its group', 3799],
  ])('when the server %s', (_, errno) => {
    const error = Object.assign(new Error(VALUE), { errno });
    expect({
      isDatabaseAway: isDatabaseAway(error),
      isRetryable: isRetryable(new QueryFailedError('SELECT ?', [], error)),
    }).toEqual({ isDatabaseAway: true, isRetryable: false });
  });
});
