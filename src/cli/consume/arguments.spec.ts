import { readArguments } from './arguments.js';

const WORDS = [
  '--amqp',
  'amqp://u:secret@b:5672/v',
  '--url',
  'http://a',
  '--key',
  'ik_1',
  '--secret',
  'is_1',
];

describe('the arguments of events consume', () => {
  it('may come from the environment', () => {
    const env = {
      INTEGRATION_API_AMQP: 'amqps://b',
      INTEGRATION_API_URL: 'https://a/',
      INTEGRATION_API_KEY: 'ik_2',
      INTEGRATION_API_SECRET: 'is_2',
    };
    expect(readArguments([], env)).toMatchObject({ queue: 'review-events', key: 'ik_2', secret: 'is_2' });
    expect(readArguments(['--key', 'ik_3'], env)?.key).toBe('ik_3');
  });

  it('are refused by name, and the password of the broker is never repeated', () => {
    const refusal = (...words: string[]): string => {
      try {
        readArguments([...WORDS, ...words], {});
        return 'accepted';
      } catch (error) {
        return String(error);
      }
    };
    expect(refusal('--amqp', 'http://u:secret@b')).toMatch(/--amqp must be an address such as amqp:/);
    expect(refusal('--amqp', 'http://u:secret@b')).not.toMatch('secret');
    expect(refusal('--queue', 'amq.x')).toMatch('--queue must be 1 to 250 characters');
    expect(refusal('--queue', 'x'.repeat(251))).toMatch('--queue must be 1 to 250 characters');
    expect(refusal('--prefetch', '0')).toMatch('--prefetch 0 must be a number above 0');
    expect(refusal('--prefetch', '1001')).toMatch('--prefetch 1001 must be at most 1000');
    expect(refusal('--retries', '-1')).toMatch(/--retries/);
    expect(refusal('--url', 'ftp://a')).toMatch('--url ftp://a must begin with http');
    expect(refusal('--url', 'http://u:secret@a')).toMatch('--url must be without a user');
  });

  it('that are missing are named at once', () => {
    for (const name of ['--amqp', '--url', '--key', '--secret'])
      expect(() => readArguments([], {})).toThrow(`${name} is missing; give it, or set INTEGRATION_API_`);
  });
});
