import { prettyLine } from './pretty-lines.js';

const AT = { level: 'info', time: '2026-11-21T08:09:10.123Z' };
const pretty = (line: object, hasColours = false): string => prettyLine(JSON.stringify(line), hasColours);

describe('a line of the log on a terminal', () => {
  it('of a request begins with what was asked and answered', () => {
    const answered = { method: 'GET', route: '/api/v1/integration', status: 200, complete: true, ms: 1.5 };
    const line = { ...AT, msg: 'request', requestId: 'r-1', ...answered, tenantId: 't4', context: 'request' };
    expect(pretty(line)).toBe(
      '08:09:10.123 INFO  GET /api/v1/integration 200 1.5 ms requestId=r-1 complete=true tenantId=t4\n',
    );
  });

  it('of anything else begins with its message, then names the other fields', () => {
    const line = { ...AT, level: 'error', msg: 'a client crashed', client: 7, context: 'Redis', code: null };
    expect(pretty(line)).toBe('08:09:10.123 ERROR a client crashed client=7 context=Redis code=null\n');
  });

  it('is one line without control characters, whatever a caller sent', () => {
    const line = pretty({ ...AT, msg: 'm', credential: 'a\nb \u001b[2J', list: ['x y'] });
    expect(line).toBe('08:09:10.123 INFO  m credential="a\\nb \\u001b[2J" list=["x y"]\n');
  });

  it('has colours only where the terminal has them, and none for the usual levels', () => {
    expect(pretty({ ...AT, level: 'warn', msg: 'm' }, true)).toBe(
      '\u001b[90m08:09:10.123\u001b[0m \u001b[33mWARN \u001b[0m m\n',
    );
    expect(pretty({ ...AT, msg: 'm' }, true)).toBe('\u001b[90m08:09:10.123\u001b[0m INFO  m\n');
  });
});
