import { DataSource } from 'typeorm';

import type { BulkProgressDto } from '../../src/progress/dto/bulk-progress.dto.js';
import type { CommitteeMemberDto } from '../../src/progress/dto/progress-parts.dto.js';
import { ProgressListService } from '../../src/progress/list/progress-list.service.js';
import { ProgressService } from '../../src/progress/progress.service.js';
import { aProfessor, aStudent, someStudents } from '../factories/progress-people.js';
import { person } from '../factories/person.js';
import { type PacketPart, packetsOf, partsOf } from '../support/packet.js';
import { pullAll, pullPage } from '../support/progress-reader.js';
import { TestService, type TestTenant } from '../support/service.js';

const STUDENTS = 5200;
/** The same stamp for all, so that pages begin and end within it. */
const SAME_STAMP = 3000;

const service = await TestService.ofWorker();
const database = service.app.get(DataSource);
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await service.tenant();
  await tenant.sis.bulk(
    '/users/bulk',
    Array.from({ length: STUDENTS }, () => person()),
  );
  const { tenantId } = tenant;
  const [row]: { stamp: number }[] = await database.query(
    'SELECT MAX(`stamp`) AS `stamp` FROM (SELECT `stamp` FROM `progress_changes` WHERE `tenantId` = ' +
      '? ORDER BY `stamp`, `studentId` LIMIT ?) AS first',
    [tenantId, SAME_STAMP],
  );
  for (const [table, column] of [
    ['progress_changes', 'stamp'],
    ['progress_documents', 'changedAt'],
    ['progress_documents', 'columnsAt'],
  ] as const)
    await database.query(
      `UPDATE \`${table}\` SET \`${column}\` = ? WHERE \`tenantId\` = ? AND \`${column}\` <= ?`,
      [row?.stamp, tenantId, row?.stamp],
    );
  await database.query('ANALYZE TABLE `progress_changes`, `progress_documents`');
  // 5,200 students.
}, 60_000);

interface Statement extends PacketPart {
  readonly runner: object;
}

const NONE: Statement = { sql: '', parameters: [], runner: {} };

/** The statements that `work` sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const packets = await packetsOf(database, work);
  return packets.flatMap(({ sql, parameters, runner }) =>
    partsOf(sql, parameters).map((part) => ({ ...part, runner })),
  );
}

/** The statements of the transaction that writes records of this tenant, without those of periodic work. */
function recording({ tenantId }: TestTenant, statements: readonly Statement[]): Statement[] {
  const own = statements.find(
    ({ sql, parameters }) =>
      /^(INSERT INTO|UPDATE) `progress_documents`/.test(sql) && JSON.stringify(parameters).includes(tenantId),
  )?.runner;
  return statements.filter(({ runner }) => runner === own);
}

const pagesAmong = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ sql }) => sql.includes('FROM `progress_changes` c '));

interface QueryPlan {
  readonly table: string;
  readonly type: string;
  readonly key: string | null;
  readonly Extra: string | null;
}

async function planOf({ sql, parameters }: Statement = NONE): Promise<QueryPlan[]> {
  // MySQL 9 answers with a tree unless a table is requested.
  return database.query<QueryPlan[]>(`EXPLAIN FORMAT=TRADITIONAL ${sql}`, parameters);
}

/** The number of rows of the order of changes that a statement reads or writes. */
async function readsOf({ sql, parameters }: Statement = NONE): Promise<number> {
  const runner = database.createQueryRunner();
  try {
    const reads = async (): Promise<number> => {
      const rows = (await runner.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await reads();
    await runner.query(sql, parameters);
    return (await reads()) - before;
  } finally {
    await runner.release();
  }
}

describe('the query of a page', () => {
  it('is one range of the order of changes and a look-up per document, wherever the page begins', async () => {
    let cursor: string | undefined;
    const statements = await statementsOf(async () => {
      for (let page = 0; page < 5; page += 1)
        cursor = (await pullPage(tenant.sis, { limit: 1000, cursor })).nextCursor ?? undefined;
    });
    const pages = pagesAmong(statements);
    expect(pages.length).toBeGreaterThanOrEqual(5);
    for (const statement of pages) {
      const [changes, documents, ...others] = await planOf(statement);
      expect(others).toEqual([]);
      expect(changes).toMatchObject({ table: 'c', type: 'range', key: 'PRIMARY' });
      expect(documents).toMatchObject({ table: 'd', type: 'eq_ref', key: 'PRIMARY' });
      expect(`${changes?.Extra ?? ''} ${documents?.Extra ?? ''}`).not.toMatch(/filesort|temporary/i);
    }
  });

  it('reads as much for the last page as for the first, also in the midst of one stamp', async () => {
    const pages = pagesAmong(await statementsOf(() => pullAll(tenant.sis, { limit: 250 })));
    expect(pages.length).toBeGreaterThanOrEqual(STUDENTS / 250);
    for (const page of pages) expect(await readsOf(page)).toBeLessThan(3 * Number(page.parameters.at(-1)));
  });

  it('with removed records is the same, and a look-up per removal', async () => {
    const pages = pagesAmong(
      await statementsOf(() => pullAll(tenant.sis, { limit: 1000, includeRemoved: 'true' })),
    );
    expect(pages.length).toBeGreaterThanOrEqual(5);
    for (const statement of pages) {
      const [changes, documents, removals, ...others] = await planOf(statement);
      expect(others).toEqual([]);
      expect(changes).toMatchObject({ table: 'c', type: 'range', key: 'PRIMARY' });
      expect(documents).toMatchObject({ table: 'd', type: 'eq_ref', key: 'PRIMARY' });
      expect(removals).toMatchObject({ table: 'r', type: 'eq_ref', key: 'PRIMARY' });
      expect(changes?.Extra ?? '').not.toMatch(/filesort|temporary/i);
      expect(await readsOf(statement)).toBeLessThan(4 * Number(statement.parameters.at(-1)));
    }
  });

  it('of a small delta is a range, too', async () => {
    const { nextSince } = await pullPage(tenant.sis, { limit: 1 });
    await aStudent(tenant);
    const [page] = pagesAmong(await statementsOf(() => pullPage(tenant.sis, { since: nextSince })));
    const [changes] = await planOf(page);
    expect(changes).toMatchObject({ table: 'c', type: 'range', key: 'PRIMARY' });
    expect(await readsOf(page)).toBeLessThan(20);
  });

  it('for one Student does not read all records', async () => {
    const { records } = await pullPage(tenant.sis, { limit: 1 });
    const studentId = records[0]?.studentId ?? '';
    const [page] = pagesAmong(await statementsOf(() => pullPage(tenant.sis, { studentId })));
    expect(await readsOf(page)).toBeLessThan(50);
  });
});

describe('a page of the list of administrators', () => {
  it('by days behind reads the entries of its rows, either way and however far down', async () => {
    const scope = await service.scope(tenant);
    const lists = service.app.get(ProgressListService);
    for (const order of ['ASC', 'DESC'] as const) {
      const range = { sort: 'daysBehind', order, offset: 100, limit: 50 } as const;
      const statements = await statementsOf(() => lists.list(scope, {}, range));
      const page = statements.find(({ sql }) => sql.startsWith('SELECT `studentId`'));
      const [plan] = await planOf(page);
      expect(plan).toMatchObject({ key: 'ix_progress_documents_late' });
      expect(plan?.Extra).toMatch(/Using index/);
      expect(plan?.Extra).not.toMatch(/filesort|temporary/i);
      expect(await readsOf(page)).toBeLessThan(200);
    }
  });
});

describe('a locking read', () => {
  it('goes by the primary key: by another index it misses rows that move within it', async () => {
    const own = await service.tenant();
    const student = await aStudent(own, { externalId: 'S-1', email: 'one@test.example.edu' });
    const chair = await aProfessor(own);
    const members = [{ facultyId: chair, role: 'chair', status: 'accepted' }];
    const statements = await statementsOf(async () => {
      await own.workflow.put(`/students/${student}/committee`, { members });
      await own.sis.patch(`/users/${chair}`);
      await aStudent(own, { externalId: 'S-1', email: 'two@test.example.edu', accountType: 'Staff' });
      await aStudent(own, { externalId: 'S-1', email: 'two@test.example.edu' });
    });
    const locking = statements.filter(({ sql }) => sql.includes('IN (?)') && sql.endsWith('FOR UPDATE'));
    expect(locking.length).toBeGreaterThanOrEqual(6);
    for (const statement of locking) {
      const [plan] = await planOf(statement);
      // A row that was deleted meanwhile has no query plan.
      if (plan?.key === null) expect(statement.sql).toMatch(/`progress_removals` FORCE INDEX \(PRIMARY\)/);
      else expect(plan?.key).toBe('PRIMARY');
    }
  });
});

describe('the number of statements', () => {
  it('does not grow with the Students of a batch, nor with the committees of a member', async () => {
    const own = await service.tenant();
    const scope = await service.scope(own);
    const chair = await aProfessor(own);
    const ids = await someStudents(own, 41);
    const record = async (students: string[], members: CommitteeMemberDto[]): Promise<string[]> => {
      const lines = students.map((studentId): BulkProgressDto => ({
        studentId,
        dissertation: { title: `${members.length}`, status: 'in_progress' },
        versions: [{ number: 1, stage: 'proposal', status: 'draft' }],
        milestones: [{ code: 'candidacy', status: 'in_progress' }],
        committee: { members },
      }));
      const progress = service.app.get(ProgressService);
      const statements = await statementsOf(() => progress.record(scope, lines, ''));
      // The text up to the first value. Values may be in their places already.
      return recording(own, statements).map(({ sql }) => sql.split(/WHERE|VALUES/)[0] ?? '');
    };
    const seat: CommitteeMemberDto = { facultyId: chair, role: 'chair', status: 'accepted' };
    const one = await record(ids.slice(0, 1), [seat]);
    expect(one.length).toBeGreaterThan(10);
    expect(await record(ids.slice(1), [seat])).toEqual(one);
    const patching = recording(own, await statementsOf(() => own.sis.patch(`/users/${chair}`)));
    expect(patching.length).toBeGreaterThan(10);
    // The entries of the audit log are chained, and the mark is left, in the packet of the commit.
    expect(patching.length).toBeLessThan(33);
    const oneLess = await record(ids.slice(0, 1), []);
    expect(oneLess.length).toBeGreaterThan(10);
    expect(await record(ids.slice(1), [])).toEqual(oneLess);
  });
});
