import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { ensureDataDirectory } from '../../src/database/private-server/data-directory.js';
import type { ServerBinary } from '../../src/database/private-server/server-binary.js';
import { layoutOf, prepareFolders } from '../../src/database/private-server/server-layout.js';
import { freePorts } from '../support/ports.js';
import type { ClusterNode } from './cluster-node.js';
import { GaleraNode, type NodePorts } from './galera-node.js';
import { GroupNode } from './group-node.js';
import type { NodeCheck } from './haproxy.js';
import { ensureGalera, findGroupReplication } from './installation.js';

/** The service's database. */
export const DATABASE = 'service';
const NODES = 3;
const KEPT = join(import.meta.dirname, '../../.data/cluster-packages');

export const CLUSTER_KINDS = ['galera', 'group-replication'] as const;
export type ClusterKind = (typeof CLUSTER_KINDS)[number];

/** Three nodes on loopback that are not started yet, and what HAProxy asks them. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly check: NodeCheck;
  /** What the service's user may see besides its database. */
  readonly seen: readonly string[];
}

type Log = (line: string) => void;

/**
 * Prepares the nodes.
 * @param folder for everything that they store
 */
export function prepareCluster(kind: ClusterKind, folder: string, log: Log): Promise<Cluster> {
  return kind === 'galera' ? prepareGalera(folder, log) : prepareGroup(folder, log);
}

async function prepareGalera(folder: string, log: Log): Promise<Cluster> {
  const installation = await ensureGalera(KEPT, join(folder, 'programs'), log);
  const template = await templateOf(installation.server, folder);
  const free = await freePorts(4 * NODES);
  const ports = Array.from({ length: NODES }, (_, index): NodePorts => {
    const [sql = 0, group = 0, missed = 0, whole = 0] = free.slice(4 * index);
    return { sql, group, missed, whole };
  });
  const address = `gcomm://${ports.map(({ group }) => `127.0.0.1:${group}`).join(',')}`;
  const nodes = ports.map(
    (own, index) => new GaleraNode(`node${index + 1}`, folder, own, address, installation),
  );
  for (const node of nodes) await node.prepare(template);
  const question = "SHOW GLOBAL STATUS LIKE 'wsrep_local_state_comment'";
  return { nodes, check: { plugin: 'mysql_native_password', question, answer: 'Synced' }, seen: [] };
}

async function prepareGroup(folder: string, log: Log): Promise<Cluster> {
  const installation = await findGroupReplication(log);
  const template = await templateOf(installation.server, folder);
  const free = await freePorts(2 * NODES);
  const [ports, groupPorts] = [free.slice(0, NODES), free.slice(NODES)];
  const seeds = groupPorts.map((port) => `127.0.0.1:${port}`).join(',');
  const group = { name: randomUUID(), seeds };
  const nodes = ports.map(
    (port, index) => new GroupNode(index + 1, folder, port, groupPorts[index] ?? 0, group, installation),
  );
  for (const node of nodes) await node.prepare(template);
  const question = "SHOW GLOBAL VARIABLES LIKE 'super_read_only'";
  const check = { plugin: 'caching_sha2_password', question, answer: 'OFF' };
  return { nodes, check, seen: ['performance_schema.replication_group_members'] };
}

/** @returns an initialised data directory, to be copied */
async function templateOf(server: ServerBinary, folder: string): Promise<string> {
  const template = layoutOf(join(folder, 'template'));
  prepareFolders(template);
  await ensureDataDirectory(server, template);
  return template.data;
}
