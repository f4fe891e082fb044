import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import type { Connection, RowDataPacket } from 'mysql2/promise';

import { residentMiB } from '../support/process-usage.js';

const MIB = 1024 ** 2;

/** What an idle service keeps. */
export interface Sample {
  /** After a garbage collection. */
  readonly heapMiB: number;
  /** Buffers outside the heap. */
  readonly externalMiB: number;
  readonly rssMiB: number;
  readonly sockets: number;
  /** Timers and other handles that keep the process alive. */
  readonly otherHandles: number;
  /** NaN where the system does not provide it. */
  readonly files: number;
  /** All connections to the database but the sampler's own. */
  readonly connections: number;
  /** Prepared statements of all connections, as the database counts them. */
  readonly prepared: number;
  /** Living Maps and Sets of the process. */
  readonly collections: number;
  /** The entries of these, among them mysql2's row parsers and statements. */
  readonly entries: number;
}

/** The answer of `inside.mjs`. */
interface Inside {
  readonly heapUsed: number;
  readonly external: number;
  readonly handles: Readonly<Record<string, number>>;
  readonly collections: number;
  readonly entries: number;
}

const SOCKETS = new Set(['TCPSocketWrap', 'PipeWrap', 'TLSWrap']);

/** Collects the figures of the process, the system and the database. */
export class Sampler {
  constructor(
    private readonly pid: number,
    private readonly socketPath: string,
    private readonly database: Connection,
  ) {}

  async take(): Promise<Sample> {
    const { handles, heapUsed, external, collections, entries } = await this.askInside();
    const count = (isCounted: (kind: string) => boolean): number =>
      Object.entries(handles).reduce((sum, [kind, number]) => sum + (isCounted(kind) ? number : 0), 0);
    return {
      heapMiB: heapUsed / MIB,
      externalMiB: external / MIB,
      rssMiB: residentMiB(this.pid),
      sockets: count((kind) => SOCKETS.has(kind)),
      otherHandles: count((kind) => !SOCKETS.has(kind)),
      files: this.openFiles(),
      ...(await this.askDatabase()),
      collections,
      entries,
    };
  }

  private async askInside(): Promise<Inside> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ socketPath: this.socketPath, agent: false }, resolve).on('error', reject).end();
    });
    const body = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`The service could not be looked into: ${body}`);
    return JSON.parse(body) as Inside;
  }

  private openFiles(): number {
    try {
      return readdirSync(`/proc/${this.pid}/fd`).length;
    } catch {
      return Number.NaN;
    }
  }

  private async askDatabase(): Promise<Pick<Sample, 'connections' | 'prepared'>> {
    const [rows] = await this.database.query<RowDataPacket[]>(
      "SHOW GLOBAL STATUS WHERE `Variable_name` IN ('Threads_connected', 'Prepared_stmt_count')",
    );
    const numbers = new Map(rows.map((row) => [String(row['Variable_name']), Number(row['Value'])]));
    return {
      connections: (numbers.get('Threads_connected') ?? Number.NaN) - 1,
      prepared: numbers.get('Prepared_stmt_count') ?? Number.NaN,
    };
  }
}
