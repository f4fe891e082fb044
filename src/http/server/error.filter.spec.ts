import { BadRequestException, NotFoundException } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';

import { RouteNotFound } from '../../errors/request.errors.js';
import { toRefusal } from './error.filter.js';

function queryFailed(details: object): QueryFailedError {
  return new QueryFailedError('SELECT secret', [], Object.assign(new Error('driver'), details));
}

describe('what was thrown', () => {
  it('is answered as it is when it is a refusal', () => {
    const refusal = new RouteNotFound();
    expect(toRefusal(refusal)).toBe(refusal);
  });

  it.each<[string, unknown]>([
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a connection cut in the middle of a statement', queryFailed({ code: 'PROTOCOL_CONNECTION_LOST' })],
    ['a server that shuts down', queryFailed({ errno: 1053 })],
    ['too many connections', queryFailed({ errno: 1040 })],
    ['a read-only server', queryFailed({ errno: 1290 })],
    ['a statement that an operator ended', queryFailed({ errno: 1317 })],
    ['a statement that took longer than MariaDB lets it', queryFailed({ errno: 1969 })],
    ['a statement that took longer than MySQL lets it', queryFailed({ errno: 3024 })],
    ['a full queue for connections', new Error('Queue limit reached.')],
  ])('is the database being away: %s', (_, error) => {
    expect(toRefusal(error).code).toBe('SERVICE_UNAVAILABLE');
  });

  it.each<[string, unknown]>([
    ['a deadlock', queryFailed({ errno: 1213 })],
    ['a lock that another transaction keeps', queryFailed({ errno: 1205 })],
    ['another member of the cluster that was first', queryFailed({ errno: 3101 })],
    ['a row that another request inserted first', queryFailed({ errno: 1062 })],
  ])('is worth another try later: %s', (_, error) => {
    const { code, headers, message } = toRefusal(error);
    expect({ code, headers }).toEqual({ code: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '5' } });
    expect(message).toBe(
      'Other requests kept changing the same data; send the request again in a few seconds.',
    );
  });

  it.each<[string, unknown]>([
    ['a number out of its range', queryFailed({ errno: 1690 })],
    ['a statement that is wrong', queryFailed({ errno: 1064 })],
    ['a bug', new TypeError('x is not a function')],
    ['something that is no error', 'a string'],
    ['nothing', undefined],
  ])('is an error of the service: %s', (_, error) => {
    expect(toRefusal(error).toError()).toEqual({ code: 'INTERNAL_ERROR' });
    expect(toRefusal(error).message).not.toMatch(/SELECT|function|string/);
  });

  it('by the framework keeps its class of status', () => {
    expect(toRefusal(new NotFoundException()).code).toBe('NOT_FOUND');
    expect(toRefusal(new BadRequestException()).status).toBe(400);
  });
});
