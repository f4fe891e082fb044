import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';

/** A statement with the values for its question marks. */
export interface PacketPart {
  readonly sql: string;
  readonly parameters: unknown[];
}

/**
 * The statements of one packet; a transaction sends several at once. No statement of the service has a literal question
 * mark.
 */
export function partsOf(packet: string, parameters: readonly unknown[]): PacketPart[] {
  const left = [...parameters];
  return packet.split(';\n').map((sql) => ({ sql, parameters: left.splice(0, sql.split('?').length - 1) }));
}

/** A text that was sent to the server in one piece. */
export interface Packet {
  readonly sql: string;
  readonly parameters: unknown[];
  /** The connection; periodic work of the service uses others. */
  readonly runner: object;
}

/** The packets that `work` sends to the database, each a round trip. */
export async function packetsOf(database: DataSource, work: () => Promise<unknown>): Promise<Packet[]> {
  const packets: Packet[] = [];
  const create = database.createQueryRunner.bind(database);
  const spy = jest.spyOn(database, 'createQueryRunner').mockImplementation((mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(runner, {
      query: (sql: string, parameters: unknown[] = [], ...rest: unknown[]) => {
        packets.push({ sql, parameters, runner });
        return query(sql, parameters, ...rest);
      },
    });
    return runner;
  });
  try {
    await work();
    return packets;
  } finally {
    spy.mockRestore();
  }
}
