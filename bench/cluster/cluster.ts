import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { ensureDataDirectory } from '../../src/database/private-server/data-directory.js';
import type { ServerBinary } from '../../src/database/private-server/server-binary.js';
import { layoutOf, prepareFolders } from '../../src/database/private-server/server-layout.js';
import type { ClusterNode, NodeSettings } from './cluster-node.js';
import { GaleraNode, restartGalera, reunite } from './galera-node.js';
import { GroupNode, regroup, restartGroup } from './group-node.js';
import type { NodeCheck } from './haproxy.js';
import { ensureGalera, findGroupReplication, KEPT_PACKAGES } from './installation.js';
import { type Machine, Network } from './network.js';

/** The service's database. */
export const DATABASE = 'service';
const NAMES = ['node1', 'node2', 'node3'];

export const CLUSTER_KINDS = ['galera', 'group-replication'] as const;
export type ClusterKind = (typeof CLUSTER_KINDS)[number];

/** What differs between the kinds, for three nodes that are not started yet. */
interface Members {
  readonly nodes: readonly ClusterNode[];
  /** What HAProxy asks a node. */
  readonly check: NodeCheck;
  /** What the service's user may see besides its database, and the account of HAProxy's check. */
  readonly seen: readonly string[];
  /** What an operator does when all nodes have ended. */
  restart(): Promise<void>;
  /**
   * What an operator does so that every node that runs is part of the cluster again.
   * @returns what had to be done to have a majority at all
   */
  comeBack(): Promise<string | undefined>;
}

/** Three nodes, each on a machine of its own. */
export interface Cluster extends Members {
  readonly network: Network;
}

type Log = (line: string) => void;

/**
 * Prepares the nodes.
 * @param folder for everything that they store
 */
export async function prepareCluster(
  kind: ClusterKind,
  folder: string,
  settings: NodeSettings,
  log: Log,
): Promise<Cluster> {
  const network = await Network.make(folder, NAMES);
  const prepare = kind === 'galera' ? prepareGalera : prepareGroup;
  return { network, ...(await prepare(network.machines, folder, settings, log)) };
}

async function prepareGalera(
  machines: readonly Machine[],
  folder: string,
  settings: NodeSettings,
  log: Log,
): Promise<Members> {
  const installation = await ensureGalera(KEPT_PACKAGES, join(folder, 'programs'), log);
  const addresses = machines.map(({ address }) => address);
  const nodes = machines.map((one) => new GaleraNode(one, folder, settings, addresses, installation));
  await prepareNodes(nodes, installation.server, folder);
  const question = "SHOW GLOBAL STATUS LIKE 'wsrep_local_state_comment'";
  return {
    nodes,
    check: { plugin: 'mysql_native_password', question, answer: 'Synced' },
    seen: [],
    restart: () => restartGalera(nodes),
    comeBack: () => reunite(nodes),
  };
}

const GROUP_MEMBERS = 'performance_schema.replication_group_members';
/** A primary that lost its majority is not read-only for a while: it lets every commit wait. */
const QUESTION_OF_GROUP = `SELECT IF(@@GLOBAL.super_read_only = 0
    AND SUM(MEMBER_STATE <> 'UNREACHABLE') * 2 > COUNT(*)
    AND SUM(MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE' AND MEMBER_ROLE = 'PRIMARY') = 1,
  'WRITABLE', 'NOT') AS answer FROM ${GROUP_MEMBERS}`;

async function prepareGroup(
  machines: readonly Machine[],
  folder: string,
  settings: NodeSettings,
  log: Log,
): Promise<Members> {
  const installation = await findGroupReplication(log);
  const addresses = machines.map(({ address }) => address);
  const group = randomUUID();
  const nodes = machines.map(
    (one, index) => new GroupNode(index + 1, one, folder, settings, group, addresses, installation),
  );
  await prepareNodes(nodes, installation.server, folder);
  return {
    nodes,
    check: { plugin: 'caching_sha2_password', question: QUESTION_OF_GROUP, answer: 'WRITABLE' },
    seen: [GROUP_MEMBERS],
    restart: () => restartGroup(nodes),
    comeBack: () => regroup(nodes),
  };
}

/** Gives each node a copy of one initialised data directory. */
async function prepareNodes(
  nodes: readonly ClusterNode[],
  server: ServerBinary,
  folder: string,
): Promise<void> {
  const template = layoutOf(join(folder, 'template'));
  prepareFolders(template);
  await ensureDataDirectory(server, template);
  for (const node of nodes) await node.prepare(template.data);
}
