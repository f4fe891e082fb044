import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import type { Refusal } from '../../errors/refusal.js';
import { HeadersTooLarge, PayloadTooLarge, ValidationFailed } from '../../errors/request.errors.js';
import { failure } from '../answers.js';
import { API_HEADERS } from './api-headers.js';
import { CHECK_MS, CLIENT_TIMEOUT_MS, SlowSenders } from './slow-senders.js';
import { LineLogger } from '../../log-lines/line-logger.js';

const logger = new LineLogger('request');

function brokenRequest(message: string): Refusal {
  return new ValidationFailed([{ field: 'request', code: 'isRequest', message }]);
}

/** The refusal for an error code of Node's parser; its message may quote the request, so it is not used. */
function refusalOf(reason: string): Refusal {
  if (reason === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge(maxHeaderSize / 1024);
  if (reason === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new PayloadTooLarge(maxHeaderSize / 1024);
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT') return brokenRequest('The request did not arrive in time');
  return brokenRequest('The request is not valid HTTP/1.1');
}

/** Answers on the connection and closes it, as it is not known where the next request would begin. */
function refuse(connection: Duplex, refusal: Refusal, reason: string): void {
  // Node removes its own listener from such a connection; without one, an error of the client would end the process.
  connection.on('error', () => undefined);
  const requestId = randomUUID();
  const { status } = refusal;
  logger.log({ msg: 'no request', requestId, status, code: refusal.code, reason });
  const body = JSON.stringify(failure(refusal, requestId));
  const headers = [
    ...API_HEADERS,
    ['X-Request-Id', requestId],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ].map(([name, value]) => `${name}: ${value}\r\n`);
  connection.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`);
  if (connection instanceof Socket) connection.destroySoon();
  else connection.end();
}

/**
 * Whether the client would take bytes that are sent now for another answer: one is under way, or an earlier request of
 * the same connection, which arrived completely, is not answered yet.
 */
function hasPendingAnswer(response: ServerResponse | undefined): boolean {
  return (
    response !== undefined && !response.writableFinished && (response.headersSent || response.req.complete)
  );
}

/** Whether the service is at work on the request, and the client has taken all that was sent. */
function isAtWork(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.writableFinished && response.socket?.writableLength === 0;
}

/**
 * The address without the origin that may precede it (RFC 9112, 3.2.2); undefined when it is not valid, as parsers
 * behind this one would throw.
 */
function withoutOrigin(target = ''): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? `${pathname}${search}` : undefined;
}

function isWithoutHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** The classes of requests and responses. */
export type MessageClasses = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/** The time for headers; for bodies see {@link SlowSenders}, as an upload may take hours. */
const LIMITS = {
  headersTimeout: CLIENT_TIMEOUT_MS,
  requestTimeout: 0,
  connectionsCheckingInterval: CHECK_MS,
};

/**
 * Node's server with two differences. A request that Node refuses before the application sees it is answered in the
 * contract's shape instead of with a status alone; nothing of its content is logged. The connections of clients that
 * send next to nothing, or read nothing, are closed.
 */
export function createHttpServer(messages: MessageClasses, application: RequestListener): Server {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refuseOrClose = (connection: Duplex, refusal: Refusal, reason: string): void => {
    if (connection.writable && !hasPendingAnswer(latest.get(connection))) refuse(connection, refusal, reason);
    else connection.destroy();
  };
  const slow = new SlowSenders(({ socket }) => {
    if (latest.get(socket)?.headersSent === true) socket.destroy();
    else refuseOrClose(socket, refusalOf('ERR_HTTP_REQUEST_TIMEOUT'), 'SLOW_REQUEST');
  });
  const server = createServer({ ...messages, requireHostHeader: false, ...LIMITS }, (request, response) => {
    if (isWithoutHost(request)) {
      refuseOrClose(request.socket, brokenRequest('The header Host is missing'), 'NO_HOST');
      return;
    }
    const address = withoutOrigin(request.url);
    if (address === undefined) {
      refuseOrClose(request.socket, brokenRequest('The address is not valid'), 'NO_ADDRESS');
      return;
    }
    request.url = address;
    latest.set(request.socket, response);
    slow.watch(request);
    application(request, response);
  });
  // Called for a connection without a byte in either direction, also when the client does not read what was sent.
  server.setTimeout(CLIENT_TIMEOUT_MS, (socket) => {
    if (!isAtWork(latest.get(socket))) socket.destroy();
  });
  server.once('close', () => {
    slow.end();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    const reason = error.code ?? 'NONE';
    refuseOrClose(connection, refusalOf(reason), reason);
  });
  // HTTP allows a server to ignore an unknown expectation; Node would answer a bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Without a listener Node closes the connection of a client that uses the service as a proxy, without an answer.
  server.on('connect', (_, connection) => {
    refuseOrClose(connection, brokenRequest('CONNECT is for proxies'), 'CONNECT');
  });
  return server;
}
