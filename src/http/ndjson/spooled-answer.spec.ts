import { setImmediate as nextTurn } from 'node:timers/promises';
import { Writable } from 'node:stream';

import { fc } from '../../../test/support/fast-check.js';
import { until } from '../../../test/support/until.js';
import { type SpoolShare, SpoolShares } from '../server/spool-shares.js';
import { SpooledAnswer } from './spooled-answer.js';

const share = (most = Infinity): SpoolShare => new SpoolShares(most).of('tenant');

/** A client that reads only while `reads` is true. */
class Client extends Writable {
  readonly received: Buffer[] = [];
  reads: boolean;
  private pending: (() => void) | undefined;

  constructor(reads: boolean) {
    super({ highWaterMark: 8 });
    this.reads = reads;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.received.push(chunk);
    if (this.reads) done();
    else this.pending = done;
  }

  read(reads: boolean): void {
    this.reads = reads;
    if (!reads) return;
    this.pending?.();
    this.pending = undefined;
  }

  get text(): string {
    return Buffer.concat(this.received).toString();
  }
}

describe('an answer', () => {
  it('goes straight to a client that reads', async () => {
    const client = new Client(true);
    const answer = new SpooledAnswer(client, share());

    await answer.write('one\n');
    await answer.write('two\n');

    expect(client.text).toBe('one\ntwo\n');
    await answer.end();
    expect(client.writableEnded).toBe(true);
  });

  it('never waits for a client that does not read yet, and is complete once it does', async () => {
    const client = new Client(false);
    const answer = new SpooledAnswer(client, share());
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index}, é and 😀\n`);

    for (const line of lines) await answer.write(line);
    expect(client.writableLength).toBeLessThan(64 * 1024 + 100);

    client.read(true);
    await answer.end();
    expect(client.text).toBe(lines.join(''));
  });

  it('sends nothing twice when the room is used again for less', async () => {
    const client = new Client(false);
    const answer = new SpooledAnswer(client, share());
    const sent: string[] = [];
    for (const letter of ['a', 'b', 'c']) {
      client.read(false);
      const pieces = ['goes to the client', letter.repeat(letter === 'a' ? 5000 : 10)].map(
        (piece) => `${piece}\n`,
      );
      for (const piece of pieces) await answer.write(piece);
      sent.push(...pieces);
      client.read(true);
      const all = sent.join('').length;
      await until('the client has it all', () => Buffer.concat(client.received).length >= all);
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    }
    await answer.end();
    expect(client.text).toBe(sent.join(''));
  });

  it('waits for a client that lets too much of it pile up, and uses the room again', async () => {
    const client = new Client(false);
    const answer = new SpooledAnswer(client, share(1000));
    const piece = 'x'.repeat(400);
    const writes: Promise<void>[] = [];
    for (let round = 0; round < 2; round += 1) {
      client.read(false);
      // The first goes to the client; the last waits for it.
      for (let index = 0; index < 4; index += 1) await answer.write(piece);
      let isTaken = false;
      writes.push(answer.write(piece).then(() => void (isTaken = true)));
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      expect(isTaken).toBe(false);
      client.read(true);
      await Promise.all(writes);
    }
    await answer.end();
    expect(client.text).toBe(piece.repeat(10));
  });

  it('waits for its own client where other answers of the tenant have taken up the room', async () => {
    const shares = new SpoolShares(10);
    const others = shares.of('tenant');
    others.take(10);
    const client = new Client(false);
    const answer = new SpooledAnswer(client, shares.of('tenant'));
    await answer.write('a line of the answer\n');
    let isTaken = false;
    const write = answer.write('one more\n').then(() => void (isTaken = true));
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(isTaken).toBe(false);
    client.read(true);
    await write;
    await answer.end();
    expect(client.text).toBe('a line of the answer\none more\n');
  });

  it('no longer waits for a client that goes away with too much of it unread', async () => {
    const client = new Client(false);
    const answer = new SpooledAnswer(client, share(10));
    for (let index = 0; index < 2; index += 1) await answer.write('a line of the answer\n');
    const write = answer.write('one more\n');
    client.destroy();
    await write;
    await answer.end();
    expect(client.writableEnded).toBe(false);
  });

  it('resolves when the client goes away without reading', async () => {
    const client = new Client(false);
    const answer = new SpooledAnswer(client, share());
    for (let index = 0; index < 100; index += 1) await answer.write('a line\n');

    client.destroy();
    await answer.write('one more\n');
    await answer.end();

    expect(client.writableEnded).toBe(false);
  });

  it('arrives whole and in order whenever the client reads', async () => {
    const step = fc.oneof(
      fc.record({ write: fc.string({ maxLength: 20 }) }),
      fc.record({ reads: fc.boolean() }),
      fc.constant('pause' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const client = new Client(true);
        const answer = new SpooledAnswer(client, share());
        let expected = '';
        for (const next of steps) {
          if (next === 'pause') await nextTurn();
          else if ('reads' in next) client.read(next.reads);
          else {
            expected += next.write;
            await answer.write(next.write);
          }
        }
        client.read(true);
        await answer.end();
        expect(client.text).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });
});
