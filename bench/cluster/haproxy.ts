import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Program } from '../support/program.js';
import { type ClusterNode, SQL_PORT } from './cluster-node.js';

/** An account without a password and with no right but to see the members of a group: HAProxy asks a node with it. */
export const CHECK_USER = 'haproxy_check';

function packet(sequence: number, payload: Buffer): string {
  const header = Buffer.alloc(4);
  header.writeUIntLE(payload.length, 0, 3);
  header[3] = sequence;
  return Buffer.concat([header, payload]).toString('hex');
}

/** A login of the protocol's version 4.1 with an empty password. */
function loginPacket(plugin: string): string {
  const LONG_PASSWORD = 0x1;
  const PROTOCOL_41 = 0x200;
  const SECURE_CONNECTION = 0x8000;
  const PLUGIN_AUTH = 0x80000;
  const fixed = Buffer.alloc(32);
  fixed.writeUInt32LE(LONG_PASSWORD | PROTOCOL_41 | SECURE_CONNECTION | PLUGIN_AUTH, 0);
  fixed.writeUInt32LE(1 << 24, 4);
  fixed[8] = 33; // utf8
  return packet(1, Buffer.concat([fixed, Buffer.from(`${CHECK_USER}\0\0${plugin}\0`)]));
}

function questionPacket(question: string): string {
  return packet(0, Buffer.concat([Buffer.from([3]), Buffer.from(question)]));
}

/** What HAProxy asks a node. */
export interface NodeCheck {
  /** How the account of the check is authenticated. */
  readonly plugin: string;
  readonly question: string;
  /** A word of the answer of a node that may be written to. */
  readonly answer: string;
}

/**
 * All connections go to one node, and stay with it when the killed node returns: the stick table has one entry for all
 * clients, which changes only when its node is down.
 */
export function configuration(port: number, nodes: readonly ClusterNode[], check: NodeCheck): string {
  return `defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
listen writer
  bind 127.0.0.1:${port}
  balance first
  stick-table type ip size 1 nopurge
  stick on dst
  option tcp-check
  tcp-check connect
  tcp-check expect string ${check.plugin}
  tcp-check send-binary ${loginPacket(check.plugin)}
  tcp-check expect binary 0700000200
  tcp-check send-binary ${questionPacket(check.question)}
  tcp-check expect string ${check.answer}
  default-server inter 500ms fall 2 rise 2 observe layer4 error-limit 1
  default-server on-error mark-down on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} ${node.address}:${SQL_PORT} check`).join('\n')}
`;
}

/** Starts HAProxy, and returns when it takes connections. @param port one that the configuration listens on */
export async function runHaproxy(
  program: string,
  folder: string,
  port: number,
  text: string,
): Promise<Program> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const haproxy = Program.start('haproxy', [program, '-db', '-f', file], {
    log: join(folder, 'haproxy.log'),
  }).ignoreOutput();
  while (haproxy.isRunning && !(await accepts(port))) await sleep(50);
  if (!haproxy.isRunning) throw new Error(`HAProxy did not start; see ${join(folder, 'haproxy.log')}`);
  return haproxy;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}
