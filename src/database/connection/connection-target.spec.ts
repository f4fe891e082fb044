import { StartupProblem } from '../../errors/startup-problem.js';
import { describeTarget, parseDatabaseUrl, parseDatabaseUrls } from './connection-target.js';

function problemOf(url: string): StartupProblem {
  try {
    parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof StartupProblem) return error;
    throw error;
  }
  throw new Error('no problem was found');
}

describe('a DATABASE_URL', () => {
  it.each<[string, object]>([
    ['mysql://app:x@db.example.edu:3307/i', { host: 'db.example.edu', port: 3307 }],
    ['mysql://app@db/i', { password: '' }],
    ['mysql://a%40b:p%2Fw%23%25@db/in-te_gr$1', { user: 'a@b', password: 'p/w#%', database: 'in-te_gr$1' }],
    ['mysql://app:x@[::1]:3307/i', { host: '::1', port: 3307 }],
    [
      'mysql://app:x@localhost/i?socketPath=%2Frun%2Fm.sock',
      { host: 'localhost', socketPath: '/run/m.sock' },
    ],
    ['mysql:///i?socketPath=/m.sock', { host: 'localhost', user: '', password: '', socketPath: '/m.sock' }],
  ])('%s names its parts', (url, different) => {
    const usual = { host: 'db', port: 3306, user: 'app', password: 'x', database: 'i' };
    expect(parseDatabaseUrl(url)).toEqual({ ...usual, ...different });
  });

  it.each<[string, object | undefined]>([
    ['', undefined],
    ['?ssl=false', undefined],
    ['?ssl=true', { rejectUnauthorized: false }],
    ['?ssl=verify', { rejectUnauthorized: true }],
  ])('that ends in "%s" decides on TLS', (query, ssl) => {
    expect(parseDatabaseUrl(`mysql://app:x@db/i${query}`).ssl).toEqual(ssl);
  });

  it.each([
    'secret',
    'mysql://app:secret@db',
    'mysql://app:secret@db:99999/i',
    'mysql://app:secret@db1,,db2/i',
    'mysql://app:secret@db1,/i',
    'mysql://app:secret@db1,db2:99999/i',
    'mysql://app:secret@db1,db2/i?socketPath=/tmp/m.sock',
    'mysql://app:secret%zz@db/i',
    'mysql://app:secret@db/a/b',
    'mysql://app:secret@db/a%60b',
    `mysql://app:secret@db/${'x'.repeat(65)}`,
  ])('%s is a problem, reported in one line without the password', (url) => {
    const { message } = problemOf(url);
    expect(message).toMatch(/^DATABASE_URL must .+$/);
    expect(message).not.toContain('secret');
  });

  it('may list hosts, each with or without a port, that share all the rest', () => {
    const targets = parseDatabaseUrls('mysql://app:se,cr@et@db1:3307,db2,[::1]:3308/i?ssl=verify');
    const rest = { user: 'app', password: 'se,cr@et', database: 'i', ssl: { rejectUnauthorized: true } };
    expect(targets).toEqual([
      { host: 'db1', port: 3307, ...rest },
      { host: 'db2', port: 3306, ...rest },
      { host: '::1', port: 3308, ...rest },
    ]);
  });

  it('of a replica is named by its own variable when it is a problem', () => {
    expect(() => parseDatabaseUrls('mysql://app:secret@db/', 'DATABASE_READ_URL')).toThrow(
      /^DATABASE_READ_URL must end in a database name/,
    );
  });

  it('is described by its place alone', () => {
    expect(describeTarget(parseDatabaseUrl('mysql://app:secret@db:3307/i'))).toBe('db:3307');
    expect(describeTarget(parseDatabaseUrl('mysql://app:secret@db/i?socketPath=/tmp/m.sock'))).toBe(
      '/tmp/m.sock',
    );
  });
});
