import { rm } from 'node:fs/promises';

import { isRootUser } from '../../src/database/private-server/process-identity.js';
import { ClusterNode } from './cluster-node.js';
import type { GroupInstallation } from './installation.js';

/** The account by which a member gets what it missed from another one. */
const RECOVERY = { user: 'recovery', password: 'recovery' };

/** What all members have in common. */
export interface GroupPlace {
  /** The group's own identity, a UUID. */
  readonly name: string;
  readonly seeds: string;
}

/** A member of MySQL's group replication with a single primary. */
export class GroupNode extends ClusterNode {
  constructor(
    private readonly id: number,
    parent: string,
    port: number,
    private readonly groupPort: number,
    private readonly group: GroupPlace,
    private readonly installation: GroupInstallation,
  ) {
    super(`node${id}`, parent, port, false);
  }

  override async start(isFirst = false): Promise<void> {
    await rm(this.socket, { force: true });
    this.program = this.run([this.installation.server.path, ...this.flags()]).ignoreOutput();
    await this.until(async () => (await this.query('SELECT 1')).length === 1);
    if (isFirst) await this.found();
    else await this.until(() => this.join());
    await this.until(async () => (await this.state()) === 'ONLINE');
  }

  /** A member that lost its majority tries to join again every five minutes only, and stays offline. */
  override async comeBack(): Promise<void> {
    if ((await this.state()) === 'ONLINE') return;
    await this.query('STOP GROUP_REPLICATION');
    await this.query('SET GLOBAL offline_mode = OFF');
    await this.until(() => this.join());
    await this.until(async () => (await this.state()) === 'ONLINE');
  }

  override async position(): Promise<string> {
    const [row] = await this.query('SELECT @@GLOBAL.gtid_executed AS `position`');
    return String(row?.['position']);
  }

  /** Its state as it sees itself. */
  async state(): Promise<string> {
    const [row] = await this.query(
      'SELECT `MEMBER_STATE` AS `state` FROM `performance_schema`.`replication_group_members` ' +
        'WHERE `MEMBER_ID` = @@server_uuid',
    );
    return String(row?.['state']);
  }

  /** Fails until the group has expelled the member that it was before. */
  private async join(): Promise<true> {
    await this.query('START GROUP_REPLICATION USER = ?, PASSWORD = ?', [RECOVERY.user, RECOVERY.password]);
    return true;
  }

  private async found(): Promise<void> {
    const { user, password } = RECOVERY;
    for (const sql of [
      'SET GLOBAL group_replication_bootstrap_group = ON',
      'START GROUP_REPLICATION',
      'SET GLOBAL group_replication_bootstrap_group = OFF',
    ])
      await this.query(sql);
    await this.until(
      async () => (await this.query("SHOW GLOBAL VARIABLES LIKE 'super_read_only'"))[0]?.['Value'] === 'OFF',
    );
    await this.query(`CREATE USER ${user}@'127.0.0.1' IDENTIFIED BY '${password}'`);
    await this.query(
      `GRANT REPLICATION SLAVE, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO ${user}@'127.0.0.1'`,
    );
  }

  private flags(): string[] {
    const own = `127.0.0.1:${this.groupPort}`;
    return [
      ...this.commonFlags,
      ...(isRootUser() ? ['--user=root'] : []),
      `--secure-file-priv=NULL`,
      '--innodb-redo-log-capacity=64M',
      '--mysqlx=OFF',
      `--plugin-dir=${this.installation.plugins}`,
      '--plugin-load-add=group_replication.so',
      `--server-id=${this.id}`,
      '--gtid-mode=ON',
      '--enforce-gtid-consistency=ON',
      '--log-bin=binlog',
      '--report-host=127.0.0.1',
      `--report-port=${this.port}`,
      `--group-replication-group-name=${this.group.name}`,
      `--group-replication-local-address=${own}`,
      `--group-replication-group-seeds=${this.group.seeds}`,
      '--group-replication-ip-allowlist=127.0.0.1/32',
      '--group-replication-start-on-boot=OFF',
      // Until it has joined; the group itself lets its primary be written to.
      '--super-read-only=ON',
      '--group-replication-recovery-get-public-key=ON',
      // The defaults of MySQL 8.4 and later; an older file of settings may say otherwise.
      '--group-replication-consistency=BEFORE_ON_PRIMARY_FAILOVER',
      '--group-replication-exit-state-action=OFFLINE_MODE',
      // By default a primary that lost its majority keeps every commit waiting for ever.
      '--group-replication-unreachable-majority-timeout=10',
    ];
  }
}
