import { connect, type Socket } from 'node:net';

import type { ConnectionTarget, Place } from './connection-target.js';

function connectionLost(): Error {
  return Object.assign(new Error('The server was lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
}

interface Opened {
  readonly socket: Socket;
  readonly target: ConnectionTarget;
}

/** The open connections of a pool, which mysql2 does not show while they are being made or in use. */
export class ServerSockets {
  private readonly open = new Map<Socket, Place>();
  private readonly ofOwners = new WeakMap<object, Opened>();
  private receivedByClosed = 0;
  private onEnd: () => void = () => undefined;

  /** Calls this with each connection that ends. */
  watchEnds(onEnd: () => void): void {
    this.onEnd = onEnd;
  }

  /** @param owner the configuration of the connection, of which each has its own */
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

  /** How many bytes all of them have received since the beginning. */
  get received(): number {
    let sum = this.receivedByClosed;
    for (const { bytesRead } of this.open.keys()) sum += bytesRead;
    return sum;
  }

  /** Cuts the connections to a server; what waits for an answer on them fails. */
  cut(lost: Place): void {
    for (const [socket, place] of this.open) if (place === lost) this.lose(socket);
  }

  /** What waits on it fails; by `destroy` of mysql2 it would wait for ever. */
  lose(socket: Socket): void {
    socket.destroy(connectionLost());
  }
}
