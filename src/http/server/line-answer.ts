import type { Response } from 'express';

/**
 * An answer of JSON lines that shows how far the work has got. Until the first line an error is answered as usual. The
 * lines are few and small, so a client that does not read them stops nothing.
 */
export class LineAnswer {
  constructor(
    private readonly response: Response,
    private readonly mediaType: string,
  ) {}

  /** Whether the client has closed the connection. */
  get isGone(): boolean {
    return this.response.destroyed;
  }

  get hasBegun(): boolean {
    return this.response.headersSent;
  }

  write(line: object): void {
    if (!this.hasBegun)
      this.response
        .status(200)
        .setHeader('Content-Type', this.mediaType)
        .setHeader('Cache-Control', 'no-store');
    if (!this.isGone) this.response.write(`${JSON.stringify(line)}\n`);
  }

  end(): void {
    this.response.end();
  }
}
