import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { WriteStream } from 'node:fs';
import { FeedError, reasonOf } from './feed-error.js';
import type { Failure } from './tally.js';

/** The file of failed rows. It is made even when there are none, so that no older one is taken for it. */
export class Rejects {
  private constructor(private readonly stream: WriteStream) {}

  static async create(path: string): Promise<Rejects> {
    try {
      return new Rejects((await open(path, 'w')).createWriteStream());
    } catch (error) {
      throw new FeedError(`--rejects ${path} cannot be written: ${reasonOf(error)}`);
    }
  }

  async add({ line, error, row }: Failure): Promise<void> {
    if (!this.stream.write(JSON.stringify({ line, error, row }) + '\n')) await once(this.stream, 'drain');
  }

  async close(): Promise<void> {
    this.stream.end();
    await once(this.stream, 'close');
  }
}
