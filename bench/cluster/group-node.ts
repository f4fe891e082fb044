import { rm } from 'node:fs/promises';

import { ClusterNode, type NodeSettings, SQL_PORT } from './cluster-node.js';
import type { GroupInstallation } from './installation.js';
import { EVERY_NODE, type Machine } from './network.js';

/** The account by which a member gets what it missed from another one. */
const RECOVERY = { user: 'recovery', password: 'recovery' };
const GROUP_PORT = 33061;

/** A member of MySQL's group replication with a single primary. */
export class GroupNode extends ClusterNode {
  constructor(
    private readonly id: number,
    machine: Machine,
    folder: string,
    settings: NodeSettings,
    /** The group's own identity, a UUID. */
    private readonly group: string,
    /** The addresses of all members. */
    private readonly addresses: readonly string[],
    private readonly installation: GroupInstallation,
  ) {
    super(machine, folder, settings, false);
  }

  override async start(isFirst = false): Promise<void> {
    await this.startServer();
    if (isFirst) {
      await this.found();
      await this.createAccount();
    } else await this.join();
  }

  override async startServer(): Promise<void> {
    await rm(this.socket, { force: true });
    this.program = this.run([this.installation.server.path, ...this.flags()]).ignoreOutput();
    await this.until(async () => (await this.query('SELECT 1')).length === 1);
  }

  /** Begins the group anew with this member alone. */
  async found(): Promise<void> {
    for (const sql of [
      'SET GLOBAL group_replication_bootstrap_group = ON',
      'START GROUP_REPLICATION',
      'SET GLOBAL group_replication_bootstrap_group = OFF',
    ])
      await this.query(sql);
    await this.until(
      async () => (await this.query("SHOW GLOBAL VARIABLES LIKE 'super_read_only'"))[0]?.['Value'] === 'OFF',
    );
  }

  /** It may be refused until the group has expelled the member that it was before. */
  async join(): Promise<void> {
    await this.until(async () => {
      await this.query('START GROUP_REPLICATION USER = ?, PASSWORD = ?', [RECOVERY.user, RECOVERY.password]);
      return true;
    });
    await this.until(async () => (await this.state()) === 'ONLINE');
  }

  /** A member that lost its majority tries to join again every five minutes only, and stays offline. */
  async leave(): Promise<void> {
    await this.query('STOP GROUP_REPLICATION');
    await this.query('SET GLOBAL offline_mode = OFF');
  }

  /** The transactions that it has, those included that it has not applied yet. */
  async transactions(): Promise<string> {
    const [row] = await this.query(
      "SELECT CONCAT_WS(',', @@GLOBAL.gtid_executed, (SELECT NULLIF(`RECEIVED_TRANSACTION_SET`, '') FROM " +
        "`performance_schema`.`replication_connection_status` WHERE `CHANNEL_NAME` = 'group_replication_applier')" +
        ') AS `sets`',
    );
    return String(row?.['sets']);
  }

  /** Whether these transactions are all among those that it has. */
  async hasAll(transactions: string): Promise<boolean> {
    const [row] = await this.query('SELECT GTID_SUBSET(?, ?) AS `all`', [
      transactions,
      await this.transactions(),
    ]);
    return Number(row?.['all']) === 1;
  }

  override async position(): Promise<string> {
    const [row] = await this.query('SELECT @@GLOBAL.gtid_executed AS `position`');
    return String(row?.['position']);
  }

  /** Its state as it sees itself; `BLOCKED` while it waits for a majority. */
  async state(): Promise<string> {
    const [row] = await this.query(
      "SELECT MAX(IF(`MEMBER_ID` = @@server_uuid, `MEMBER_STATE`, '')) AS `state`, " +
        "2 * SUM(`MEMBER_STATE` IN ('ONLINE', 'RECOVERING')) > COUNT(*) AS `majority` " +
        'FROM `performance_schema`.`replication_group_members`',
    );
    const state = String(row?.['state']);
    return state === 'ONLINE' && Number(row?.['majority']) !== 1 ? 'BLOCKED' : state;
  }

  /** Its state once it has a majority, or has given up waiting for one. */
  async decidedState(): Promise<string> {
    let state = await this.state();
    await this.until(async () => (state = await this.state()) !== 'BLOCKED');
    return state;
  }

  private async createAccount(): Promise<void> {
    const { user, password } = RECOVERY;
    await this.query(`CREATE USER ${user}@'%' IDENTIFIED BY '${password}'`);
    await this.query(`GRANT REPLICATION SLAVE, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO ${user}@'%'`);
  }

  private flags(): string[] {
    return [
      ...this.commonFlags,
      '--user=root',
      `--secure-file-priv=NULL`,
      '--innodb-redo-log-capacity=64M',
      '--mysqlx=OFF',
      `--plugin-dir=${this.installation.plugins}`,
      '--plugin-load-add=group_replication.so',
      `--server-id=${this.id}`,
      '--gtid-mode=ON',
      '--enforce-gtid-consistency=ON',
      '--log-bin=binlog',
      `--report-host=${this.address}`,
      `--report-port=${SQL_PORT}`,
      `--group-replication-group-name=${this.group}`,
      `--group-replication-local-address=${this.address}:${GROUP_PORT}`,
      `--group-replication-group-seeds=${this.addresses.map((one) => `${one}:${GROUP_PORT}`).join(',')}`,
      `--group-replication-ip-allowlist=${EVERY_NODE}`,
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

/** Starts members that have all ended. */
export async function restartGroup(nodes: readonly GroupNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.startServer()));
  await regroup(nodes);
}

/**
 * Brings every member back that is not part of the group; where there is no group any more, it is founded anew.
 * @returns which member founded it
 */
export async function regroup(nodes: readonly GroupNode[]): Promise<string | undefined> {
  const states = await Promise.all(nodes.map(async (node) => ({ node, state: await node.decidedState() })));
  let away = states.filter(({ state }) => state !== 'ONLINE').map(({ node }) => node);
  for (const node of away) await node.leave();
  let founder: GroupNode | undefined;
  if (away.length === nodes.length) {
    founder = await mostAdvanced(nodes);
    await founder.found();
    away = away.filter((node) => node !== founder);
  }
  for (const node of away) await node.join();
  return founder && `no member was in a group; ${founder.name} founded it anew`;
}

/** @throws {Error} when no member has the transactions of all others */
async function mostAdvanced(nodes: readonly GroupNode[]): Promise<GroupNode> {
  const sets = await Promise.all(nodes.map((node) => node.transactions()));
  for (const node of nodes) {
    const has = await Promise.all(sets.map((set) => node.hasAll(set)));
    if (has.every(Boolean)) return node;
  }
  throw new Error(`no member has the transactions of all others: ${sets.join(' | ')}`);
}
