import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';

import type { Place, SharedPlaces } from '../concurrency/shared-places.js';
import { type Reader, SingleStatements } from '../database/transaction/reader.js';
import { statementsOf } from '../database/statements/split-rows.js';
import { dryRunPlaces, holderOf } from '../http/ndjson/dry-run-places.js';
import type { Scope } from '../tenancy/scope.js';
import type { Situation, StudentChange } from './decide-progress.js';
import type { StudentProgress } from './student-progress.js';

const STUDENTS = '`dry_run_progress`';
const SEATS = '`dry_run_seats`';
const ID = 'varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL';

function read(text: string): StudentProgress {
  const stored = JSON.parse(text) as StudentProgress;
  const moment = (value: unknown): Date | null => (value === null ? null : new Date(value as string));
  const versions = stored.versions.map((version) => ({
    ...version,
    submittedAt: moment(version.submittedAt),
    decidedAt: moment(version.decidedAt),
  }));
  return { ...stored, versions, dissertation: stored.dissertation, committee: stored.committee };
}

/**
 * A dry run of a file. Keeps what the file would have written in temporary tables of one connection: constant memory,
 * no lock, invisible to other connections, and dropped when the connection is given back. All reads of the dry run use
 * that connection too: dry runs that each wait for a second connection would never end.
 */
export class ProgressDryRun {
  constructor(private readonly runner: QueryRunner) {}

  get reader(): Reader {
    return new SingleStatements(this.runner.manager);
  }

  async start(): Promise<void> {
    await this.drop();
    await this.runner.query(
      `CREATE TEMPORARY TABLE ${STUDENTS} (
        \`studentId\` ${ID}, \`content\` longtext CHARACTER SET utf8mb4 NOT NULL, PRIMARY KEY (\`studentId\`))`,
    );
    await this.runner.query(
      `CREATE TEMPORARY TABLE ${SEATS} (
        \`facultyId\` ${ID}, \`studentId\` ${ID}, PRIMARY KEY (\`facultyId\`, \`studentId\`), KEY (\`studentId\`))`,
    );
  }

  /** What is stored, as changed by the earlier lines of the file. */
  async overlay(stored: Situation): Promise<Situation> {
    const seats = new Map([...stored.seats].map(([facultyId, students]) => [facultyId, new Set(students)]));
    const seated = [...new Set([...seats.values()].flatMap((students) => [...students]))];
    for (const studentId of (await this.recall(seated)).keys())
      for (const students of seats.values()) students.delete(studentId);
    for (const { facultyId, studentId } of await this.seatsOf(
      [...stored.people.values()].map(({ id }) => id),
    ))
      seats.set(facultyId, (seats.get(facultyId) ?? new Set()).add(studentId));
    const recalled = await this.recall([...stored.progress.keys()]);
    return { ...stored, seats, progress: new Map([...stored.progress, ...recalled]) };
  }

  async remember(changes: readonly StudentChange[]): Promise<void> {
    if (changes.length === 0) return;
    const ids = changes.map(({ studentId }) => studentId);
    const texts = changes.map(({ studentId, after }) => [studentId, JSON.stringify(after)]);
    for (const rows of statementsOf(texts))
      await this.runner.query(`REPLACE INTO ${STUDENTS} VALUES ?`, [rows]);
    await this.runner.query(`DELETE FROM ${SEATS} WHERE \`studentId\` IN (?)`, [ids]);
    const seats = changes
      .filter(({ after }) => after.committee?.status !== 'dissolved')
      .flatMap(({ studentId, after }) =>
        after.members
          .filter(({ status }) => status === 'accepted')
          .map(({ facultyId }) => [facultyId, studentId]),
      );
    for (const rows of statementsOf(seats)) await this.runner.query(`INSERT INTO ${SEATS} VALUES ?`, [rows]);
  }

  async end(): Promise<void> {
    // A failure is harmless: the next dry run of the connection drops the tables, and a lost connection has none.
    await this.drop().catch(() => undefined);
    await this.runner.release();
  }

  private async recall(studentIds: readonly string[]): Promise<Map<string, StudentProgress>> {
    if (studentIds.length === 0) return new Map();
    const sql = `SELECT \`studentId\`, \`content\` FROM ${STUDENTS} WHERE \`studentId\` IN (?)`;
    const rows = (await this.runner.query(sql, [studentIds])) as { studentId: string; content: string }[];
    return new Map(rows.map(({ studentId, content }) => [studentId, read(content)]));
  }

  private async seatsOf(facultyIds: readonly string[]): Promise<{ facultyId: string; studentId: string }[]> {
    if (facultyIds.length === 0) return [];
    const sql = `SELECT \`facultyId\`, \`studentId\` FROM ${SEATS} WHERE \`facultyId\` IN (?)`;
    return (await this.runner.query(sql, [facultyIds])) as { facultyId: string; studentId: string }[];
  }

  private async drop(): Promise<void> {
    await this.runner.query(`DROP TEMPORARY TABLE IF EXISTS ${STUDENTS}, ${SEATS}`);
  }
}

/** Starts dry runs. Each keeps one connection while its file is read; together they take a quarter of the pool. */
@Injectable()
export class ProgressDryRuns {
  private readonly places: SharedPlaces;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.places = dryRunPlaces(Math.floor((dataSource.options.poolSize ?? 10) / 4));
  }

  /**
   * Runs `work` with a new dry run, after earlier ones when there are many.
   * @throws {DryRunsBusy} when they do not end in time
   */
  run<T>(scope: Scope, work: (dryRun: ProgressDryRun, place: Place) => Promise<T>): Promise<T> {
    return this.places.run(holderOf(scope), async (place) => {
      const dryRun = new ProgressDryRun(this.dataSource.createQueryRunner());
      try {
        await dryRun.start();
        return await work(dryRun, place);
      } finally {
        await dryRun.end();
      }
    });
  }
}
