import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { WriteStream } from 'node:fs';
import { FeedError, reasonOf } from '../../file-import/feed-error.js';
import type { Failure } from './answer-counts.js';

/** The file of failed rows. It is created even when no row fails, so that it replaces the one of an earlier feed. */
export class Rejects {
  private failure: unknown;

  private constructor(
    private readonly path: string,
    private readonly stream: WriteStream,
  ) {
    stream.on('error', (error) => (this.failure = error));
  }

  /** @throws {FeedError} when the file cannot be created */
  static async create(path: string): Promise<Rejects> {
    try {
      return new Rejects(path, (await open(path, 'w')).createWriteStream());
    } catch (error) {
      throw new FeedError(`--rejects ${path} cannot be written: ${reasonOf(error)}`);
    }
  }

  /** @throws {FeedError} when the file cannot be written */
  async add({ line, error, row }: Failure): Promise<void> {
    const room = this.stream.write(JSON.stringify({ line, error, row }) + '\n');
    await this.checked(room ? undefined : once(this.stream, 'drain'));
  }

  /** @throws {FeedError} when the file cannot be written */
  async close(): Promise<void> {
    const closed = this.stream.closed ? undefined : once(this.stream, 'close');
    this.stream.end();
    await this.checked(closed);
  }

  private async checked(step: Promise<unknown> | undefined): Promise<void> {
    try {
      await step;
    } catch (error) {
      this.failure = error;
    }
    if (this.failure !== undefined) {
      throw new FeedError(`--rejects ${this.path} cannot be written: ${reasonOf(this.failure)}`);
    }
  }
}
