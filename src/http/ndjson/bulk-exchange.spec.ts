import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { IsString } from 'class-validator';
import type { Request, Response } from 'express';

import { jsonLines } from '../../../test/support/answers.js';
import { until } from '../../../test/support/until.js';
import { ServiceUnavailable, ValidationFailed } from '../../errors/request.errors.js';
import { BulkExchange } from './bulk-exchange.js';
import type { BulkJob, RowOutcome } from './bulk-job.js';

class RowDto {
  @IsString()
  name!: string;
}

const RECOGNISED: RowOutcome & { id: string } = { kind: 'unchanged', id: 'recognised', warnings: [] };
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
  /** The steps of the job, in order. */
  readonly steps: string[] = [];
  private readonly gates = new Map<string, () => void>();
  expectsUnchanged = false;
  /** Whether reading fails now. */
  isAway = false;
  /** Whether a batch that is applied now is done at once. */
  isOpen = false;
  answer = '';

  /** @param outcome of each row; without it a row is inserted under its own name */
  constructor(mayPrepare: boolean, outcome?: RowOutcome, headers: Record<string, string> = {}) {
    this.output.on('data', (bytes: Buffer) => (this.answer += bytes.toString()));
    const job: BulkJob<RowDto> = {
      dto: RowDto,
      tenantId: 'tenant',
      mayPrepare: () => mayPrepare,
      unchanged: {
        areExpected: () => this.expectsUnchanged,
        find: (lines) => {
          this.steps.push('recognise');
          if (this.isAway) return Promise.reject(new Error('The database is away'));
          return Promise.resolve(new Map(lines.map((line) => [line, RECOGNISED])));
        },
      },
      apply: async ({ rows, before }) => {
        const name = rows[0]?.name ?? '';
        this.steps.push(`prepare ${name}`);
        await before;
        this.steps.push(`write ${name}`);
        if (!this.isOpen) await new Promise<void>((resolve) => this.gates.set(name, resolve));
        this.steps.push(`done ${name}`);
        return rows.map(() => outcome ?? { kind: 'inserted', id: name, warnings: [] });
      },
    };
    const request = Object.assign(this.input, { headers }) as unknown as Request;
    const response = Object.assign(this.output, {
      status: () => response,
      setHeader: () => response,
      flushHeaders: () => undefined,
    }) as unknown as Response;
    this.ended = new BulkExchange(job).run(request, response);
  }

  until(step: string): Promise<void> {
    return until(`the step "${step}" is done`, () => this.steps.includes(step));
  }

  open(name: string): void {
    this.gates.get(name)?.();
  }
}

async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** Sends two batches, the second while the first is at work; the first continues when `meanwhile` has resolved. */
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
  expect(exchange.steps).toEqual([
    'prepare one',
    'write one',
    'prepare two',
    'done one',
    'write two',
    'done two',
  ]);
});

it('no batch is made ready where that is not allowed', async () => {
  const exchange = new Exchange(false);
  await twoBatches(exchange, manyTurns);
  expect(exchange.steps.indexOf('prepare two')).toBeGreaterThan(exchange.steps.indexOf('done one'));
});

describe('what is recognised while the batch before is at work', () => {
  /** Sends two batches, the second while the first is at work; all its lines are recognised as one person. */
  async function recogniseSecond(
    first: RowOutcome,
    exchange = new Exchange(false, first),
  ): Promise<readonly string[]> {
    exchange.input.write(batch('one'));
    await exchange.until('write one');
    exchange.expectsUnchanged = true;
    exchange.isOpen = true;
    exchange.input.end(batch('two'));
    await exchange.until('recognise');
    exchange.isAway = false;
    exchange.open('one');
    await exchange.ended;
    return exchange.steps.slice(2);
  }

  const another = { id: 'another person', warnings: [] };

  it.each(['inserted', 'updated', 'unchanged'] as const)(
    'counts when that batch has another person %s',
    async (kind) => {
      expect(await recogniseSecond({ ...another, kind })).toEqual(['recognise', 'done one']);
    },
  );

  it.each(['inserted', 'updated', 'unchanged'] as const)(
    'does not count for a person whom that batch has %s',
    async (kind) => {
      const steps = await recogniseSecond({ ...RECOGNISED, kind });
      expect(steps).toEqual(['recognise', 'done one', 'prepare two', 'write two', 'done two']);
    },
  );

  it('is read again when the first read failed', async () => {
    const outcome = { ...another, kind: 'updated' } as const;
    const exchange = new Exchange(false, outcome);
    exchange.isAway = true;
    expect(await recogniseSecond(outcome, exchange)).toEqual(['recognise', 'done one', 'recognise']);
  });

  it('counts when that batch refused a person for what was sent', async () => {
    const steps = await recogniseSecond({ kind: 'refused', refusal: new ValidationFailed([]) });
    expect(steps).toEqual(['recognise', 'done one']);
  });

  it('is read again when that batch failed, as it may have changed a person all the same', async () => {
    const steps = await recogniseSecond({ kind: 'refused', refusal: new ServiceUnavailable() });
    expect(steps).toEqual(['recognise', 'done one', 'recognise']);
  });
});

describe.each([
  ['as it is', (text: string) => Buffer.from(text), {}],
  ['in gzip', (text: string) => gzipSync(text), { 'content-encoding': 'gzip' }],
] as const)('a caller who sent the whole body %s and has gone', (_, encode, headers) => {
  const body = encode(['one', 'two', 'three', 'four', 'five', 'six'].map(batch).join(''));

  it('has nothing more written than the batch that was at work', async () => {
    const exchange = new Exchange(false, undefined, headers);
    exchange.input.end(body);
    await exchange.until('write one');
    exchange.output.destroy();
    exchange.isOpen = true;
    exchange.open('one');
    await exchange.ended;
    expect(exchange.steps).toEqual(['prepare one', 'write one', 'done one']);
  });

  it('has nothing written when that was before the first batch', async () => {
    const exchange = new Exchange(false, undefined, headers);
    exchange.output.destroy();
    exchange.isOpen = true;
    exchange.input.end(body);
    await exchange.ended;
    expect(exchange.steps).toEqual([]);
  });
});

it('answers come in the order of the lines', async () => {
  const exchange = new Exchange(true);
  await twoBatches(exchange, () => exchange.until('prepare two'));
  if (!exchange.output.readableEnded) await once(exchange.output, 'end');
  const answers = jsonLines<{ line?: number; id?: string }>(exchange.answer);
  expect(answers.slice(0, -1).map(({ line, id }) => `${line} ${id}`)).toEqual(
    Array.from({ length: 2 * ROWS }, (_, index) => `${index + 1} ${index < ROWS ? 'one' : 'two'}`),
  );
});
