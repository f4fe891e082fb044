import { PassThrough } from 'node:stream';
import { Progress } from './progress.js';
import type { Source } from './source.js';

function progressOn(terminal: boolean, totalBytes?: number) {
  const out = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: terminal });
  const clock = { now: 0 };
  const source = { bytesRead: () => 500, ...(totalBytes === undefined ? {} : { totalBytes }) } as Source;
  const progress = new Progress(out, source, () => clock.now);
  return { progress, clock, text: () => (out.read() as string | null) ?? '' };
}

describe('Progress', () => {
  it('is a plain line every ten seconds where there is no terminal', () => {
    const { progress, clock, text } = progressOn(false, 1000);
    for (clock.now = 0; clock.now <= 25_000; clock.now += 1000) progress.update(clock.now);
    expect(text()).toBe('50%  10,000 rows  1,000/s\n50%  20,000 rows  1,000/s\n');
  });

  it('is one line that is drawn again on a terminal, and taken away at the end', () => {
    const { progress, clock, text } = progressOn(true, 1000);
    clock.now = 1000;
    progress.update(4000);
    progress.update(4001);
    progress.clear();
    expect(text()).toBe('\r\x1b[K[############............] 50%  4,000 rows  4,000/s\r\x1b[K');
  });

  it('knows no share of a pipe', () => {
    const { progress, clock, text } = progressOn(true);
    clock.now = 1000;
    progress.update(10);
    expect(text()).toBe('\r\x1b[K10 rows  10/s');
  });

  it('says why it pauses above the bar', () => {
    const { progress, text } = progressOn(false);
    progress.notice('503 Come back\nlater');
    expect(text()).toBe('503 Come back later\n');
  });
});
