import { connect, type Socket } from 'node:net';

import type { ConnectionTarget, Place } from './connection-target.js';

function connectionLost(): Error {
  return Object.assign(new Error('The server was lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
}

interface Opened {
  readonly socket: Socket;
  readonly target: ConnectionTarget;
}

/** The open connections of a pool. mysql2 does not list those that are being made or in use. */
export class ServerSockets {
  private readonly open = new Map<Socket, Place>();
  private readonly ofOwners = new WeakMap<object, Opened>();
  private receivedByClosed = 0;
  private onEnd: () => void = () => undefined;

  /** Registers a function that is called with each connection that ends. */
  watchEnds(onEnd: () => void): void {
    this.onEnd = onEnd;
  }

  /** @param owner the configuration of the connection, which is a separate object for each one */
  connect(target: ConnectionTarget, owner: object): Socket {
    const { socketPath, host, port } = target;
    const socket = socketPath === undefined ? connect(port, host) : connect(socketPath);
    socket.setNoDelay(true).setKeepAlive(true);
    this.open.set(socket, target);
    this.ofOwners.set(owner, { socket, target });
    socket.once('close', () => {
      this.open.delete(socket);
      this.receivedByClosed += socket.bytesRead;
      this.onEnd();
    });
    return socket;
  }

  of(owner: object): Opened | undefined {
    return this.ofOwners.get(owner);
  }

  /** How many bytes all connections have received since the process started. */
  get received(): number {
    let sum = this.receivedByClosed;
    for (const { bytesRead } of this.open.keys()) sum += bytesRead;
    return sum;
  }

  /** Cuts the connections to a server; statements that wait for an answer on them fail. */
  cut(lost: Place): void {
    for (const [socket, place] of this.open) if (place === lost) this.lose(socket);
  }

  /** Statements that wait on the connection fail. With mysql2's `destroy` they would wait for ever. */
  lose(socket: Socket): void {
    socket.destroy(connectionLost());
  }
}
