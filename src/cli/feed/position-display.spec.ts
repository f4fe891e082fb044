import { PassThrough } from 'node:stream';
import { PositionDisplay } from './position-display.js';
import type { Source } from './source.js';

function displayOn(terminal: boolean, totalBytes?: number) {
  const out = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: terminal });
  const clock = { now: 0 };
  const source = { bytesRead: () => 500, ...(totalBytes === undefined ? {} : { totalBytes }) } as Source;
  const display = new PositionDisplay(out, source, () => clock.now);
  return { display, clock, text: () => (out.read() as string | null) ?? '' };
}

describe('The position of a feed', () => {
  it('is a plain line every ten seconds where there is no terminal', () => {
    const { display, clock, text } = displayOn(false, 1000);
    for (clock.now = 0; clock.now <= 25_000; clock.now += 1000) display.update(clock.now);
    expect(text()).toBe('50%  10,000 rows  1,000/s\n50%  20,000 rows  1,000/s\n');
  });

  it('is one line that is drawn again on a terminal, and taken away at the end', () => {
    const { display, clock, text } = displayOn(true, 1000);
    clock.now = 1000;
    display.update(4000);
    display.update(4001);
    display.clear();
    expect(text()).toBe('\r\x1b[K[############............] 50%  4,000 rows  4,000/s\r\x1b[K');
  });

  it('knows no share of a pipe', () => {
    const { display, clock, text } = displayOn(true);
    clock.now = 1000;
    display.update(10);
    expect(text()).toBe('\r\x1b[K10 rows  10/s');
  });

  it('says why it pauses above the bar', () => {
    const { display, text } = displayOn(false);
    display.notice('503 Come back\nlater');
    expect(text()).toBe('503 Come back later\n');
  });
});
