import type { Response } from 'express';

/** Ends the connection in the place of the answer. */
export function endBeforeAnswer(response: Response): void {
  const end = (): Response => {
    response.socket?.destroy();
    return response;
  };
  response.write = () => {
    end();
    return false;
  };
  response.end = end;
}

/** Sends the first half of the first part of the answer, and ends the connection; nothing more is sent. */
export function endDuringAnswer(response: Response): void {
  const [write, end] = [response.write.bind(response), response.end.bind(response)];
  let isCut = false;
  const cut = (chunk: unknown): void => {
    if (isCut) return;
    isCut = true;
    const bytes = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? Buffer.from(chunk) : Buffer.alloc(0);
    // The length that was announced stays: the client must see that the answer is not whole.
    write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.socket?.destroy());
  };
  response.write = (chunk: unknown) => {
    cut(chunk);
    return false;
  };
  response.end = (chunk?: unknown) => {
    const isEmpty = chunk === undefined || typeof chunk === 'function';
    if (!isEmpty) cut(chunk);
    else if (!isCut) end();
    return response;
  };
}
