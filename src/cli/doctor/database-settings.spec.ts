import { type Judged, judgeSettings } from './database-settings.js';

const SERVER = {
  binlog_format: 'ROW',
  innodb_flush_log_at_trx_commit: '1',
  log_bin: 'ON',
  max_allowed_packet: String(64 * 1024 * 1024),
  max_connections: '151',
  read_only: 'OFF',
  sync_binlog: '1',
  time_zone: 'SYSTEM',
  tx_isolation: 'REPEATABLE-READ',
};
const SESSION = {
  collation_connection: 'utf8mb4_unicode_ci',
  collation_database: 'utf8mb4_unicode_ci',
  sql_mode: 'STRICT_TRANS_TABLES,NO_ZERO_DATE',
  time_zone: '+00:00',
  tx_isolation: 'READ-COMMITTED',
};

function judged(server: object, session: object = {}, found: object = {}): Judged {
  return {
    server: new Map(Object.entries({ ...SERVER, ...server })),
    session: new Map(Object.entries({ ...SESSION, ...session })),
    clockAheadMs: 0,
    migrations: [],
    found: { galera: false, hasDatabase: true, ...found },
    poolSize: 10,
  };
}

/** The findings that are not ok: check, state, and whether there is something to do. */
function troubles(of: Judged): readonly unknown[] {
  return judgeSettings(of)
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, remedy }) => [check, state, remedy !== undefined]);
}

describe('the settings of a database', () => {
  it('are well where each is as the service needs it', () => {
    expect(troubles(judged({}))).toEqual([]);
    expect(judgeSettings(judged({})).map(({ check }) => check)).toEqual([
      'Writable',
      'Flush',
      'Binary log',
      'Packet size',
      'Connections',
      'Time zone',
      'Collation',
      'Isolation',
      'SQL mode',
    ]);
  });

  it.each<[string, object, object, readonly unknown[]]>([
    ['a commit that is not flushed', { innodb_flush_log_at_trx_commit: '2' }, {}, ['Flush', 'warning', true]],
    ['a log that is not flushed', { sync_binlog: '0' }, {}, ['Binary log', 'warning', true]],
    ['a log of statements', { binlog_format: 'STATEMENT' }, {}, ['Binary log', 'problem', true]],
    ['a small packet', { max_allowed_packet: '4194304' }, {}, ['Packet size', 'warning', true]],
    ['few connections', { max_connections: '10' }, {}, ['Connections', 'warning', true]],
    ['a server that only reads', { read_only: 'ON' }, {}, ['Writable', 'warning', true]],
    ['a session in local time', {}, { time_zone: 'SYSTEM' }, ['Time zone', 'problem', true]],
    [
      'a database of another character set',
      {},
      { collation_database: 'latin1_swedish_ci' },
      ['Collation', 'warning', true],
    ],
    ['a session that repeats reads', {}, { tx_isolation: 'REPEATABLE-READ' }, ['Isolation', 'problem', true]],
    ['a session that is not strict', {}, { sql_mode: '' }, ['SQL mode', 'problem', true]],
  ])('have a finding for %s', (_, server, session, finding) => {
    expect(troubles(judged(server, session))).toEqual([finding]);
  });

  it('need a flush at each commit on every node of a cluster', () => {
    const loose = { innodb_flush_log_at_trx_commit: '2' };
    expect(troubles(judged(loose, {}, { galera: true }))).toEqual([['Flush', 'warning', true]]);
  });

  it('need no flushed log on a node of a cluster, nor where there is none', () => {
    expect(troubles(judged({ sync_binlog: '0' }, {}, { galera: true }))).toEqual([]);
    expect(troubles(judged({ log_bin: 'OFF', sync_binlog: '0', binlog_format: 'STATEMENT' }))).toEqual([]);
  });

  it('of MySQL have another name for the isolation', () => {
    const session = { ...SESSION, transaction_isolation: 'READ-COMMITTED', tx_isolation: '' };
    expect(troubles(judged({ transaction_isolation: 'REPEATABLE-READ' }, session))).toEqual([]);
  });

  it('leave the collation of a database that does not exist open', () => {
    expect(troubles(judged({}, { collation_database: 'latin1_swedish_ci' }, { hasDatabase: false }))).toEqual(
      [['Collation', 'not checked', false]],
    );
  });
});
