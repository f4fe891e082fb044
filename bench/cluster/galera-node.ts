import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ClusterNode, type NodeSettings } from './cluster-node.js';
import type { GaleraInstallation } from './installation.js';
import type { Machine } from './network.js';

const GROUP_PORT = 4567;

/** A node of Galera. */
export class GaleraNode extends ClusterNode {
  constructor(
    machine: Machine,
    folder: string,
    settings: NodeSettings,
    /** The addresses of all nodes. */
    private readonly addresses: readonly string[],
    private readonly installation: GaleraInstallation,
  ) {
    super(machine, folder, settings, true);
  }

  override async start(isFirst = false): Promise<void> {
    const { server, path } = this.installation;
    await rm(this.socket, { force: true });
    const recovered = isFirst ? undefined : await this.recoveredPosition();
    const start = recovered === undefined ? [] : [`--wsrep-start-position=${recovered}`];
    const flags = [...this.flags(), ...(isFirst ? ['--wsrep-new-cluster'] : start)];
    this.program = this.run([server.path, ...flags], path).ignoreOutput();
    await this.until(async () => (await this.status('wsrep_local_state_comment')) === 'Synced');
  }

  override startServer(): Promise<void> {
    return this.start();
  }

  override position(): Promise<string> {
    return this.status('wsrep_last_committed');
  }

  async isInMajority(): Promise<boolean> {
    return (await this.status('wsrep_cluster_status')) === 'Primary';
  }

  /** Takes itself and the nodes that it sees for a majority. */
  async beginMajority(): Promise<void> {
    await this.query("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'");
  }

  /** The number of the last transaction that a node which does not run has. */
  async lastTransaction(): Promise<number> {
    return Number((await this.recoveredPosition())?.split(':').at(-1) ?? -1);
  }

  /**
   * What an operator does with the most advanced node when all have ended: it says that the cluster may begin anew
   * with this one. The view of before would wait for the others instead.
   */
  async allowNewCluster(): Promise<void> {
    const file = join(this.root, 'data/grastate.dat');
    await rm(join(this.root, 'data/gvwstate.dat'), { force: true });
    if (!existsSync(file)) return;
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/safe_to_bootstrap: *\d/, 'safe_to_bootstrap: 1'));
  }

  private async status(name: string): Promise<string> {
    const [row] = await this.query('SHOW GLOBAL STATUS WHERE Variable_name = ?', [name]);
    return String(row?.['Value']);
  }

  /** Recovers the position of a killed node from its tables, so that it needs only the transactions that it missed. */
  private async recoveredPosition(): Promise<string | undefined> {
    const { server, path } = this.installation;
    if (!existsSync(join(this.root, 'data/grastate.dat'))) return undefined;
    const { size } = await stat(this.log);
    const recovery = this.run([server.path, ...this.flags(), '--wsrep-recover'], path).ignoreOutput();
    await recovery.ended;
    return positionIn((await readFile(this.log)).subarray(size).toString());
  }

  private flags(): string[] {
    const provider = [
      'gcache.size=256M',
      // Without it the node could not be a donor after its return.
      'gcache.recover=yes',
    ];
    return [
      ...this.commonFlags,
      '--innodb-log-file-size=64M',
      // Galera's three conditions: rows in the log, no table lock for generated numbers, InnoDB.
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--default-storage-engine=InnoDB',
      '--wsrep-on=ON',
      `--wsrep-provider=${this.installation.galera}`,
      `--wsrep-provider-options=${provider.join(';')}`,
      '--wsrep-cluster-name=integration',
      `--wsrep-cluster-address=gcomm://${this.addresses.map((one) => `${one}:${GROUP_PORT}`).join(',')}`,
      `--wsrep-node-name=${this.name}`,
      `--wsrep-node-address=${this.address}`,
      '--wsrep-sst-method=rsync',
    ];
  }
}

/** @param printed by a server that was started with `--wsrep-recover` */
export function positionIn(printed: string): string | undefined {
  return /Recovered position: *(\S+:-?\d+)/.exec(printed)?.[1];
}

/** Starts nodes that have all ended, the most advanced one first. */
export async function restartGalera(nodes: readonly GaleraNode[]): Promise<void> {
  const found: { node: GaleraNode; last: number }[] = [];
  for (const node of nodes) found.push({ node, last: await node.lastTransaction() });
  found.sort((one, other) => other.last - one.last);
  for (const [index, { node }] of found.entries()) {
    if (index === 0) await node.allowNewCluster();
    await node.start(index === 0);
  }
}

/**
 * Nodes come back by themselves, as a rule. Where none is in a majority, the most advanced one begins one.
 * @returns which one did
 */
export async function reunite(nodes: readonly GaleraNode[]): Promise<string | undefined> {
  const states = await Promise.all(
    nodes.map(async (node) => ({
      node,
      isIn: await node.isInMajority(),
      last: Number(await node.position()),
    })),
  );
  if (states.some(({ isIn }) => isIn)) return undefined;
  const [first] = states.sort((one, other) => other.last - one.last);
  await first?.node.beginMajority();
  return `no node was in a majority; ${first?.node.name ?? ''} began one`;
}
