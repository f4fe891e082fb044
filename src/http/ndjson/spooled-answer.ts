import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';

import type { SpoolShare } from '../server/spool-shares.js';
import { openUnlinked } from '../server/unlinked-file.js';

const READ_BYTES = 64 * 1024;

/**
 * Writes an answer while the request is still arriving. Many HTTP clients send everything before they read anything, so
 * waiting for them would be a deadlock. What such a client does not read is kept in a temporary file, which is unlinked
 * at once and so ends with the process, and is sent as soon as the client reads.
 */
export class SpooledAnswer {
  private file: FileHandle | undefined;
  private size = 0;
  private written = 0;
  private sent = 0;
  private isPumping = false;
  private pumped: Promise<void> = Promise.resolve();

  /** @param share what waits for callers who do not read */
  constructor(
    private readonly output: Writable,
    private readonly share: SpoolShare,
  ) {}

  /** Whether the caller has closed the connection. */
  isGone(): boolean {
    return this.output.destroyed;
  }

  /** Resolves when the text is sent or in the file; when the share is used up, waits until the caller has read. */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    // Everything in the file was sent, so it is used again from its beginning.
    if (!this.isPumping && this.sent === this.written) this.sent = this.written = 0;
    if (this.written + bytes.length > this.size && !this.share.hasRoomFor(1)) await this.read();
    if (this.isGone()) return;
    if (!this.output.writableNeedDrain && this.sent === this.written) {
      this.output.write(bytes);
      return;
    }
    this.file ??= await openUnlinked();
    await this.file.write(bytes, 0, bytes.length, this.written);
    this.written += bytes.length;
    this.share.take(Math.max(0, this.written - this.size));
    this.size = Math.max(this.size, this.written);
    if (!this.isPumping) this.pumped = this.pump(this.file);
  }

  /** Sends what is left and ends the answer; resolves early when the client has gone. */
  async end(): Promise<void> {
    try {
      await this.pumped;
      if (!this.isGone()) this.output.end();
    } finally {
      this.share.release();
      await this.file?.close();
    }
  }

  /** Until the caller has read everything so far. */
  private async read(): Promise<void> {
    await this.pumped;
    if (this.output.writableNeedDrain && !this.isGone()) await this.drained();
  }

  /** The last check for unsent bytes and the end of pumping are one synchronous step, so that nothing stays unsent. */
  private async pump(file: FileHandle): Promise<void> {
    this.isPumping = true;
    try {
      const buffer = Buffer.alloc(READ_BYTES);
      while (this.sent < this.written && !this.isGone()) {
        if (this.output.writableNeedDrain) await this.drained();
        // Not beyond `written`: behind it the file may contain bytes of an earlier use, which were sent already.
        const unsent = Math.min(READ_BYTES, this.written - this.sent);
        const { bytesRead } = await file.read(buffer, 0, unsent, this.sent);
        this.sent += bytesRead;
        if (!this.isGone()) this.output.write(Buffer.from(buffer.subarray(0, bytesRead)));
      }
    } catch {
      // The missing end shows the caller that the answer was cut short.
      this.output.destroy();
    } finally {
      this.isPumping = false;
    }
  }

  private async drained(): Promise<void> {
    const gone = new AbortController();
    try {
      await Promise.race([
        once(this.output, 'drain', { signal: gone.signal }),
        once(this.output, 'close', { signal: gone.signal }),
      ]);
    } finally {
      gone.abort();
    }
  }
}
