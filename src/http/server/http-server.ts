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

import { Logger } from '@nestjs/common';

import type { Refusal } from '../../errors/refusal.js';
import { HeadersTooLarge, PayloadTooLarge, ValidationFailed } from '../../errors/request.errors.js';
import { failure } from '../answers.js';
import { API_HEADERS } from './api-headers.js';
import { LOOK_MS, PATIENCE_MS, SlowSenders } from './slow-senders.js';

const logger = new Logger('request');

function brokenRequest(message: string): Refusal {
  return new ValidationFailed([{ field: 'request', code: 'isRequest', message }]);
}

/** What Node's parser says; its own text and the bytes that it stumbled over are the caller's and go nowhere. */
function refusalOf(reason: string): Refusal {
  if (reason === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge(maxHeaderSize / 1024);
  if (reason === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new PayloadTooLarge(maxHeaderSize / 1024);
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT') return brokenRequest('The request did not arrive in time');
  return brokenRequest('The request is not valid HTTP/1.1');
}

/** Answers on the bare connection, and ends it: where the next request would begin is not known. */
function refuse(connection: Duplex, refusal: Refusal, reason: string): void {
  // Node takes its own listener from a connection that it hands over; a client that is gone must not end the process.
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
 * Whether bytes of ours would now be taken for somebody else's answer: one is under way, or is owed to an earlier
 * request of the same connection that arrived whole.
 */
function owesAnother(response: ServerResponse | undefined): boolean {
  return (
    response !== undefined && !response.writableFinished && (response.headersSent || response.req.complete)
  );
}

/** Whether nothing is owed to this client but the time to work on its request. */
function isAtWork(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.writableFinished && response.socket?.writableLength === 0;
}

/**
 * The address without the origin that may stand in front of it (RFC 9112, 3.2.2); undefined when it is neither a path nor that.
 * What parses addresses further on throws at such.
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

/** The classes that requests and responses are made of. */
export type Messages = Required<Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>>;

/** The time for headers; for bodies see {@link SlowSenders}, as an upload may take hours. */
const LIMITS = { headersTimeout: PATIENCE_MS, requestTimeout: 0, connectionsCheckingInterval: LOOK_MS };

/**
 * Node's own server, but that what it refuses before the application hears of it is answered in the contract's shape
 * too, where Node sends a bare status. Nothing of such a request is logged. Clients that are too slow are cut: who sends
 * next to nothing, and who takes nothing of what we have for them.
 */
export function createHttpServer(messages: Messages, application: RequestListener): Server {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refuseUnlessOwing = (connection: Duplex, refusal: Refusal, reason: string): void => {
    if (connection.writable && !owesAnother(latest.get(connection))) refuse(connection, refusal, reason);
    else connection.destroy();
  };
  const slow = new SlowSenders(({ socket }) => {
    if (latest.get(socket)?.headersSent === true) socket.destroy();
    else refuseUnlessOwing(socket, refusalOf('ERR_HTTP_REQUEST_TIMEOUT'), 'SLOW_REQUEST');
  });
  const server = createServer({ ...messages, requireHostHeader: false, ...LIMITS }, (request, response) => {
    if (isWithoutHost(request)) {
      refuseUnlessOwing(request.socket, brokenRequest('The header Host is missing'), 'NO_HOST');
      return;
    }
    const address = withoutOrigin(request.url);
    if (address === undefined) {
      refuseUnlessOwing(request.socket, brokenRequest('The address is not valid'), 'NO_ADDRESS');
      return;
    }
    request.url = address;
    latest.set(request.socket, response);
    slow.watch(request);
    application(request, response);
  });
  // Node tells of a connection without a byte in either direction, a write that the client does not take included.
  server.setTimeout(PATIENCE_MS, (socket) => {
    if (!isAtWork(latest.get(socket))) socket.destroy();
  });
  server.once('close', () => {
    slow.end();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, connection) => {
    const reason = error.code ?? 'NONE';
    refuseUnlessOwing(connection, refusalOf(reason), reason);
  });
  // HTTP allows to pass over an expectation that one does not know; Node's answer is a bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Without a listener Node cuts the connection of whoever takes the service for a proxy.
  server.on('connect', (_, connection) => {
    refuseUnlessOwing(connection, brokenRequest('CONNECT is for proxies'), 'CONNECT');
  });
  return server;
}
