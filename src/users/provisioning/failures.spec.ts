import { QueryFailedError } from 'typeorm';

import { OutOfIds } from '../id-blocks/id-blocks.js';
import { Attempts, type Failure, failureOf } from './failures.js';

function databaseError(errno: number, message = ''): QueryFailedError {
  return new QueryFailedError('INSERT …', [], Object.assign(new Error(message), { errno }));
}

it.each<[string, unknown, Failure]>([
  [
    'a duplicate ID on MariaDB',
    databaseError(1062, "Duplicate entry 'a-950000001' for key 'PRIMARY'"),
    'ID taken',
  ],
  [
    'a duplicate ID on MySQL',
    databaseError(1062, "Duplicate entry 'a-950000001' for key 'users.PRIMARY'"),
    'ID taken',
  ],
  ['a duplicate address', databaseError(1062, "Duplicate entry 'x' for key 'uq_users_email'"), 'key taken'],
  [
    'an address that ends like the name of the primary key',
    databaseError(1062, "Duplicate entry 'a@PRIMARY' for key 'uq_users_email'"),
    'key taken',
  ],
  ['a deadlock', databaseError(1213), 'deadlocked'],
  ['a lock timeout', databaseError(1205), 'deadlocked'],
  [
    'a lost connection',
    databaseError(0, 'Connection lost: The server closed the connection.'),
    'database away',
  ],
  ['IDs that did not suffice', new OutOfIds(), 'out of IDs'],
  ['a mistake of the service', new TypeError('x is undefined'), 'other'],
])('%s', (_, error, failure) => {
  expect(failureOf(error)).toBe(failure);
});

it.each<[Failure, number, number]>([
  ['ID taken', 1, 101],
  ['ID taken', 2, 5],
  ['key taken', 1, 5],
  ['key taken', 500, 5],
  ['out of IDs', 500, 5],
  ['deadlocked', 500, 1],
  ['database away', 500, 1],
  ['other', 500, 1],
])('%s, with %d people: %d attempts', (failure, people, attempts) => {
  const counter = new Attempts(people);
  let made = 1;
  while (counter.fail(failure)) made += 1;
  expect(made).toBe(attempts);
});

it('a batch has failed after its first failure', () => {
  const attempts = new Attempts(3);
  expect(attempts.hasFailed).toBe(false);
  attempts.fail('key taken');
  expect(attempts.hasFailed).toBe(true);
});
