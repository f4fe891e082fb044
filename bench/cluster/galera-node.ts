import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ClusterNode } from './cluster-node.js';
import type { GaleraInstallation } from './installation.js';

export interface NodePorts {
  readonly sql: number;
  readonly group: number;
  /** For the state that a node missed, and for all of it. */
  readonly missed: number;
  readonly whole: number;
}

/** A node of Galera. */
export class GaleraNode extends ClusterNode {
  constructor(
    name: string,
    parent: string,
    private readonly ports: NodePorts,
    private readonly cluster: string,
    private readonly installation: GaleraInstallation,
  ) {
    super(name, parent, ports.sql, true);
  }

  override async start(isFirst = false): Promise<void> {
    const { server, path } = this.installation;
    await rm(this.socket, { force: true });
    const flags = [...this.flags(), ...(isFirst ? ['--wsrep-new-cluster'] : await this.recoveredPosition())];
    this.program = this.run([server.path, ...flags], path).ignoreOutput();
    await this.until(async () => (await this.status('wsrep_local_state_comment')) === 'Synced');
  }

  override position(): Promise<string> {
    return this.status('wsrep_last_committed');
  }

  private async status(name: string): Promise<string> {
    const [row] = await this.query('SHOW GLOBAL STATUS WHERE Variable_name = ?', [name]);
    return String(row?.['Value']);
  }

  /** Recovers the position of a killed node from its tables, so that it needs only the transactions that it missed. */
  private async recoveredPosition(): Promise<string[]> {
    const { server, path } = this.installation;
    if (!existsSync(join(this.root, 'data/grastate.dat'))) return [];
    const recovery = this.run([server.path, ...this.flags(), '--wsrep-recover'], path).ignoreOutput();
    await recovery.ended;
    const found = [...(await readFile(this.log, 'utf8')).matchAll(/Recovered position: *(\S+:\d+)/g)].at(-1);
    return found?.[1] === undefined ? [] : [`--wsrep-start-position=${found[1]}`];
  }

  private flags(): string[] {
    const { group, missed, whole } = this.ports;
    const provider = [
      `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
      `ist.recv_addr=127.0.0.1:${missed}`,
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
      `--wsrep-cluster-address=${this.cluster}`,
      `--wsrep-node-name=${this.name}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${whole}`,
    ];
  }
}
