import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';

import type { Reader } from '../../database/transaction/reader.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CommitteeImpact, ImpactOf } from '../../users/model/committee-impacts.js';
import type { CommitteeRole } from '../../settings/committee-roles.js';
import type { MemberStatus } from '../progress-enums.js';
import { CommitteeMember } from '../entities/committee-member.entity.js';

/** A seat whose member is inactive. */
export interface OpenSeat {
  readonly studentId: string;
  readonly facultyId: string;
  readonly role: CommitteeRole;
  /** Whether the student's chair has left, and no other one is there. */
  readonly withoutChair: boolean;
}

/** A seat of a person, whatever its state. */
export interface HeldSeat {
  readonly studentId: string;
  readonly role: CommitteeRole;
  readonly status: MemberStatus;
  /** Whether a departure of the person would take a member from an active student. */
  readonly isAffected: boolean;
}

export interface SeatRange {
  /** Only those that a departure would leave open. */
  readonly onlyAffected: boolean;
  /** Of the students' names. */
  readonly order: 'ASC' | 'DESC';
  readonly offset: number;
  readonly limit: number;
}

/** Which students with open seats are read. */
export interface StudentRange {
  readonly programId: string | undefined;
  readonly withoutChair: boolean;
  readonly from: string;
  readonly limit: number;
}

/** Where a page of open seats begins. */
export interface SeatPlace {
  /** Students whose chair has left come first. */
  readonly withoutChair: boolean;
  readonly studentId: string;
  readonly facultyId: string;
}

/** A seat counts while it is accepted, its committee is not dissolved, and the dissertation continues. */
const JOINED = `LEFT JOIN \`committees\` c ON c.\`tenantId\` = m.\`tenantId\` AND c.\`studentId\` = m.\`studentId\`
  LEFT JOIN \`dissertations\` d ON d.\`tenantId\` = m.\`tenantId\` AND d.\`studentId\` = m.\`studentId\``;
const COUNTS = `m.\`status\` = 'accepted' AND (c.\`status\` IS NULL OR c.\`status\` <> 'dissolved')
  AND (d.\`status\` IS NULL OR d.\`status\` NOT IN ('completed', 'withdrawn'))`;
/** Whether the seat is that of a chair, and no other active person chairs the committee. */
const IS_ONLY_CHAIR = `m.\`role\` = 'chair' AND NOT EXISTS (SELECT 1 FROM \`committee_members\` o FORCE INDEX (PRIMARY)
  JOIN \`users\` f ON f.\`tenantId\` = o.\`tenantId\` AND f.\`id\` = o.\`facultyId\`
  WHERE o.\`tenantId\` = m.\`tenantId\` AND o.\`studentId\` = m.\`studentId\` AND o.\`facultyId\` <> m.\`facultyId\`
    AND o.\`role\` = 'chair' AND o.\`status\` = 'accepted' AND f.\`accountStatus\` = 'active')`;
/** Whether everyone who chairs the committee of the document \`d\` has left; not of one that never had a chair. */
const HAS_LOST_CHAIR = `(SELECT MAX(f.\`accountStatus\` = 'active') FROM \`committee_members\` o FORCE INDEX (PRIMARY)
  JOIN \`users\` f ON f.\`tenantId\` = o.\`tenantId\` AND f.\`id\` = o.\`facultyId\`
  WHERE o.\`tenantId\` = d.\`tenantId\` AND o.\`studentId\` = d.\`studentId\`
    AND o.\`role\` = 'chair' AND o.\`status\` = 'accepted') <=> 0`;
const IS_STUDENT = "s.`accountType` = 'Student' AND s.`accountStatus` = 'active'";

/** Seats in committees, by their members. */
@Injectable()
export class SeatsRepository {
  constructor(@InjectRepository(CommitteeMember) private readonly members: Repository<CommitteeMember>) {}

  /** How many active students have each of these people in their committee. People without any are not in the map. */
  async impactOf(
    { tenantId }: Pick<Scope, 'tenantId'>,
    reader: Reader,
    ids: readonly string[],
  ): Promise<ImpactOf> {
    if (ids.length === 0) return new Map();
    const sql = `SELECT m.\`facultyId\`, COUNT(*) AS \`students\`, SUM(m.\`role\` = 'chair') AS \`chairs\`
      FROM \`committee_members\` m FORCE INDEX (\`ix_committee_members_faculty\`)
      JOIN \`users\` s ON s.\`tenantId\` = m.\`tenantId\` AND s.\`id\` = m.\`studentId\` ${JOINED}
      WHERE m.\`tenantId\` = ? AND m.\`facultyId\` IN (?) AND ${COUNTS} AND ${IS_STUDENT}
      GROUP BY m.\`facultyId\``;
    const rows: { facultyId: string; students: number | string; chairs: number | string }[] =
      await reader.read(sql, [tenantId, ids]);
    return new Map(
      rows.map(({ facultyId, students, chairs }): [string, CommitteeImpact] => [
        facultyId,
        { students: Number(students), chairs: Number(chairs) },
      ]),
    );
  }

  /** How many active students have any of these people in their committee: each student counts once. */
  async impactOfAll(
    { tenantId }: Pick<Scope, 'tenantId'>,
    reader: Reader,
    ids: readonly string[],
  ): Promise<CommitteeImpact> {
    if (ids.length === 0) return { students: 0, chairs: 0 };
    const sql = `SELECT COUNT(DISTINCT m.\`studentId\`) AS \`students\`,
        COUNT(DISTINCT IF(m.\`role\` = 'chair', m.\`studentId\`, NULL)) AS \`chairs\`
      FROM \`committee_members\` m FORCE INDEX (\`ix_committee_members_faculty\`)
      JOIN \`users\` s ON s.\`tenantId\` = m.\`tenantId\` AND s.\`id\` = m.\`studentId\` ${JOINED}
      WHERE m.\`tenantId\` = ? AND m.\`facultyId\` IN (?) AND ${COUNTS} AND ${IS_STUDENT}`;
    const [row]: { students: number | string; chairs: number | string }[] = await reader.read(sql, [
      tenantId,
      ids,
    ]);
    return { students: Number(row?.students ?? 0), chairs: Number(row?.chairs ?? 0) };
  }

  /**
   * The seats of one person; those first that a departure would leave open, and of these the ones whose student would
   * have no chair any more. Only this person's rows are read, and the committees of those whom they chair.
   */
  async ofMember(
    { tenantId }: Pick<Scope, 'tenantId'>,
    reader: Reader,
    facultyId: string,
    { onlyAffected, order, offset, limit }: SeatRange,
  ): Promise<{ seats: HeldSeat[]; total: number }> {
    const from = `FROM \`committee_members\` m FORCE INDEX (\`ix_committee_members_faculty\`)
      JOIN \`users\` s FORCE INDEX (PRIMARY) ON s.\`tenantId\` = m.\`tenantId\` AND s.\`id\` = m.\`studentId\` ${JOINED}
      WHERE m.\`tenantId\` = ? AND m.\`facultyId\` = ?${onlyAffected ? ` AND ${COUNTS} AND ${IS_STUDENT}` : ''}`;
    const [counted]: { seats: number | string }[] = await reader.read(
      `SELECT STRAIGHT_JOIN COUNT(*) AS \`seats\` ${from}`,
      [tenantId, facultyId],
    );
    const sql = `SELECT STRAIGHT_JOIN m.\`studentId\`, m.\`role\`, m.\`status\`,
      (${COUNTS} AND ${IS_STUDENT}) AS \`affected\` ${from}
      ORDER BY \`affected\` DESC, (${IS_ONLY_CHAIR}) DESC, s.\`lastName\` ${order},
        s.\`firstName\` ${order}, m.\`studentId\` ${order}
      LIMIT ? OFFSET ?`;
    const rows: (Omit<HeldSeat, 'isAffected'> & { affected: number | string })[] = await reader.read(sql, [
      tenantId,
      facultyId,
      limit,
      offset,
    ]);
    const seats = rows.map(({ affected, ...seat }) => ({ ...seat, isAffected: Number(affected) === 1 }));
    return { seats, total: Number(counted?.seats ?? 0) };
  }

  /** Active students with an open seat, whose chair has left or not, in the order of their IDs, from this one on. */
  async students(
    { tenantId }: Pick<Scope, 'tenantId'>,
    reader: Reader,
    { programId, withoutChair, from, limit }: StudentRange,
  ): Promise<string[]> {
    const ofProgram = programId === undefined ? '' : ' AND d.`programId` = ?';
    const sql = `SELECT STRAIGHT_JOIN d.\`studentId\`
      FROM \`progress_documents\` d FORCE INDEX (\`ix_progress_documents_seats\`)
      JOIN \`users\` s FORCE INDEX (PRIMARY) ON s.\`tenantId\` = d.\`tenantId\` AND s.\`id\` = d.\`studentId\`
      WHERE d.\`tenantId\` = ? AND d.\`hasOpenSeats\` = 1 AND d.\`studentId\` >= ?${ofProgram} AND ${IS_STUDENT}
        AND ${withoutChair ? '' : 'NOT '}(${HAS_LOST_CHAIR})
      ORDER BY d.\`studentId\` LIMIT ?`;
    const values = [tenantId, from, ...(programId === undefined ? [] : [programId]), limit];
    const rows: { studentId: string }[] = await reader.read(sql, values);
    return rows.map(({ studentId }) => studentId);
  }

  /** The open seats of these students, in the order of the IDs. */
  async openSeats(
    { tenantId }: Pick<Scope, 'tenantId'>,
    reader: Reader,
    studentIds: readonly string[],
  ): Promise<Omit<OpenSeat, 'withoutChair'>[]> {
    if (studentIds.length === 0) return [];
    const sql = `SELECT m.\`studentId\`, m.\`facultyId\`, m.\`role\`
      FROM \`committee_members\` m FORCE INDEX (PRIMARY)
      JOIN \`users\` f ON f.\`tenantId\` = m.\`tenantId\` AND f.\`id\` = m.\`facultyId\` ${JOINED}
      WHERE m.\`tenantId\` = ? AND m.\`studentId\` IN (?) AND ${COUNTS} AND f.\`accountStatus\` = 'inactive'
      ORDER BY m.\`studentId\`, m.\`facultyId\``;
    return reader.read<Omit<OpenSeat, 'withoutChair'>>(sql, [tenantId, studentIds]);
  }
}
