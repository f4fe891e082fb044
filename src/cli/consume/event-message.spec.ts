import { bytesOf, type EventMessage, requestOf } from './event-message.js';

const data = { submissionId: 'sub-77', status: 'approved' };
const attributes = {
  id: '7',
  source: '/committees',
  specversion: '1.0',
  type: 'submission.status-changed.v1',
};

function withPrefix(prefix: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...attributes, ...more }).map(([name, value]) => [prefix + name, value]),
  );
}

function sent(message: EventMessage): [string, unknown] {
  const { contentType, body } = requestOf(message);
  return [contentType, JSON.parse(body.toString())];
}

describe('the request for a message', () => {
  it('in structured mode has its bytes', () => {
    const body = Buffer.from(' { "id": "7", "data": 1.0 } ');
    const contentType = 'application/cloudevents+json; charset=UTF-8';
    expect(requestOf({ contentType, body })).toEqual({ contentType, body });
  });

  it.each(['cloudEvents:', 'cloudEvents_'])(
    'in binary mode with headers %s… is a structured event',
    (prefix) => {
      const headers = { ...withPrefix(prefix, { sequence: 5 }), 'x-death': [] };
      expect(sent({ contentType: 'application/json', headers, body: data })).toEqual([
        'application/cloudevents+json',
        { ...attributes, sequence: 5, datacontenttype: 'application/json', data },
      ]);
    },
  );

  it.each([
    ['text', '2026-11-23T10:00:00Z', '2026-11-23T10:00:00Z'],
    ['a timestamp of AMQP', 1_795_428_000, '2026-11-23T10:00:00.000Z'],
    ['no time', 9e99, 9e99],
  ])('in binary mode may have a time that is %s', (_, time, expected) => {
    const headers = withPrefix('cloudEvents:', { time });
    expect(sent({ contentType: 'application/json', headers, body: data })[1]).toMatchObject({
      time: expected,
    });
  });

  it.each([
    ['JSON under another name', 'application/vnd.x+json', Buffer.from(JSON.stringify(data)), data],
    ['JSON that is cut off', 'application/json', Buffer.from('{"a":'), '{"a":'],
    ['text', 'text/plain', 'approved', 'approved'],
  ])('in binary mode takes %s as data, for the service to judge', (_, contentType, body, expected) => {
    const headers = withPrefix('cloudEvents:');
    expect(sent({ contentType, headers, body })[1]).toMatchObject({
      datacontenttype: contentType,
      data: expected,
    });
  });

  it('of a message that is no event is the message', () => {
    expect(requestOf({ body: Buffer.from('x') })).toEqual({
      contentType: 'application/octet-stream',
      body: Buffer.from('x'),
    });
    expect(bytesOf({ contentType: 'application/json', body: 'text' })).toEqual(Buffer.from('"text"'));
    expect(bytesOf({ contentType: 'text/plain', body: 'text' })).toEqual(Buffer.from('text'));
  });
});
