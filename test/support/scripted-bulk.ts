import type { Step } from './scripted-service.js';

// What a scripted service answers to the rows of a bulk call.

export const inserted = (line: number): object => ({
  line,
  success: true,
  id: '950000001',
  message: 'DATA INSERTED',
});
export const updated = (line: number, more: object = {}): object => ({
  ...inserted(line),
  message: 'DATA UPDATED',
  ...more,
});
export const unchanged = (line: number): object => updated(line, { changed: false });
export const unavailable = (line: number): object => ({
  line,
  success: false,
  error: { code: 'SERVICE_UNAVAILABLE', message: 'The database is away.' },
});

/** Reads all rows, and gives these answers and the summary. */
export const answering =
  (...answers: readonly object[]): Step =>
  async (exchange) => {
    await exchange.read();
    exchange.write(...answers, { summary: {} });
    exchange.response.end();
  };

/** The same, with an answer to each row by its place, from 1. */
export const answeringEach =
  (answerTo: (line: number) => object): Step =>
  async (exchange) => {
    const lines = await exchange.read();
    exchange.write(...lines.map((_, index) => answerTo(index + 1)), { summary: {} });
    exchange.response.end();
  };
