import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { IsString } from 'class-validator';
import type { Request, Response } from 'express';

import { BulkExchange, type BulkJob, type RowOutcome } from './bulk-exchange.js';

class RowDto {
  @IsString()
  name!: string;
}

const ROWS = 500;
const TURNS = 200;

function batch(name: string): string {
  return `${JSON.stringify({ name })}\n`.repeat(ROWS);
}

/** A request whose body is written by the test. */
class Exchange {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly ended: Promise<void>;
  /** What was done, in order. */
  readonly deeds: string[] = [];
  private readonly gates = new Map<string, () => void>();
  isWorthwhile = false;
  answer = '';

  constructor(mayPrepare: boolean) {
    this.output.on('data', (bytes: Buffer) => (this.answer += bytes.toString()));
    const job: BulkJob<RowDto> = {
      dto: RowDto,
      mayPrepare: () => mayPrepare,
      recognition: {
        isWorthwhile: () => this.isWorthwhile,
        recognise: () => {
          if (this.isWorthwhile) this.deeds.push('recognise');
          return Promise.resolve(new Map());
        },
      },
      apply: async (rows, _texts, after) => {
        const name = rows[0]?.name ?? '';
        this.deeds.push(`prepare ${name}`);
        await after;
        this.deeds.push(`write ${name}`);
        await new Promise<void>((resolve) => this.gates.set(name, resolve));
        this.deeds.push(`done ${name}`);
        return rows.map((): RowOutcome => ({ kind: 'inserted', id: name, warnings: [] }));
      },
    };
    const request = Object.assign(this.input, { headers: {} }) as unknown as Request;
    const response = Object.assign(this.output, {
      status: () => response,
      setHeader: () => response,
      flushHeaders: () => undefined,
    }) as unknown as Response;
    this.ended = new BulkExchange(job).run(request, response);
  }

  /** Until that was done; the test's limit is the deadline. */
  async until(deed: string): Promise<void> {
    while (!this.deeds.includes(deed)) await nextTurn();
  }

  open(name: string): void {
    this.gates.get(name)?.();
  }
}

async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** Sends two batches, the second while the first is at work, which goes on when what `meanwhile` waits for is done. */
async function twoBatches(exchange: Exchange, meanwhile: () => Promise<void>): Promise<void> {
  exchange.input.write(batch('one'));
  await exchange.until('write one');
  exchange.input.end(batch('two'));
  await meanwhile();
  exchange.open('one');
  await exchange.until('write two');
  exchange.open('two');
  await exchange.ended;
}

it('a batch is made ready while the one before is at work, and written when that is done', async () => {
  const exchange = new Exchange(true);
  await twoBatches(exchange, () => exchange.until('prepare two'));
  expect(exchange.deeds).toEqual([
    ...['prepare one', 'write one', 'prepare two', 'done one'],
    ...['write two', 'done two'],
  ]);
});

it('no batch is made ready where that is not allowed', async () => {
  const exchange = new Exchange(false);
  await twoBatches(exchange, manyTurns);
  expect(exchange.deeds.indexOf('prepare two')).toBeGreaterThan(exchange.deeds.indexOf('done one'));
});

it('nobody is recognised while the batch before is at work, as it may change them', async () => {
  const exchange = new Exchange(true);
  await twoBatches(exchange, () => {
    exchange.isWorthwhile = true;
    return manyTurns();
  });
  expect(exchange.deeds.indexOf('recognise')).toBeGreaterThan(exchange.deeds.indexOf('done one'));
});

it('answers come in the order of the lines', async () => {
  const exchange = new Exchange(true);
  await twoBatches(exchange, () => exchange.until('prepare two'));
  if (!exchange.output.readableEnded) await once(exchange.output, 'end');
  const answers = exchange.answer
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { line?: number; id?: string });
  expect(answers.slice(0, -1).map(({ line, id }) => `${line} ${id}`)).toEqual(
    Array.from({ length: 2 * ROWS }, (_, index) => `${index + 1} ${index < ROWS ? 'one' : 'two'}`),
  );
});
