import { once } from 'node:events';
import { connect } from 'node:net';

/** One answer as it was received. */
export interface SocketAnswer {
  readonly status: number;
  /** The headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

/**
 * @throws {Error} when the rest is no answer of known length
 */
function firstOf(bytes: Buffer): [SocketAnswer, Buffer] {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const headers = headersOf(lines);
  const from = end + 4;
  if (end < 0 || Number.isNaN(status)) throw new Error(`This is no answer: ${bytes.toString('latin1')}`);
  if (headers['transfer-encoding'] === 'chunked') return chunkedOf({ status, headers }, bytes.subarray(from));
  const to = from + (status < 200 ? 0 : Number(headers['content-length']));
  return [{ status, headers, text: bytes.subarray(from, to).toString() }, bytes.subarray(to)];
}

function chunkedOf(head: Omit<SocketAnswer, 'text'>, bytes: Buffer): [SocketAnswer, Buffer] {
  let [rest, text] = [bytes, ''];
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, line).toString('latin1'), 16);
    if (line < 0 || Number.isNaN(size)) throw new Error(`A chunk is cut short: ${rest.toString('latin1')}`);
    text += rest.subarray(line + 2, line + 2 + size).toString();
    rest = rest.subarray(line + 2 + size + 2);
    if (size === 0) return [{ ...head, text }, rest];
  }
}

/**
 * Sends these bytes on a new connection and waits until the service closes it.
 * @returns the answers, which must be complete, with nothing between them
 */
export async function exchange(
  baseUrl: string,
  ...pieces: readonly (string | Buffer)[]
): Promise<SocketAnswer[]> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A service that closes the connection while bytes arrive resets it; its answers count.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
  await once(socket, 'close');
  const answers: SocketAnswer[] = [];
  for (let rest = Buffer.concat(chunks); rest.length > 0;) {
    const [answer, left] = firstOf(rest);
    answers.push(answer);
    rest = Buffer.from(left);
  }
  return answers;
}

/** Sends these bytes on a new connection and resets it, which cuts off any answer. */
export async function sendAndReset(baseUrl: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(bytes, 'latin1', resolve));
  socket.resetAndDestroy();
  await once(socket, 'close');
}
