import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { UnitOfWork } from '../../database/unit-of-work.js';
import { DiscrepancyNotFound, SubmissionNotFound } from '../../errors/submissions.errors.js';
import { UserNotFound } from '../../errors/users.errors.js';
import { validated } from '../../http/validate.js';
import type { Scope } from '../../tenancy/scope.js';
import { CreateUpdateUserDto } from '../../users/dto/create-update-user.dto.js';
import { ProvisioningService } from '../../users/provisioning.service.js';
import { UserLookup } from '../../users/user-lookup.js';
import type { User } from '../../users/user.entity.js';
import type { ResolveDiscrepancyDto } from '../dto/submission.dto.js';
import type { Discrepancy } from '../entities/discrepancy.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { MappingsService } from '../mapping/mappings.service.js';
import { readRecord, recordValue, sameValue, submittedText } from '../mapping/record-fields.js';
import { SubmissionFacts } from '../submission-facts.js';
import { SubmissionsRepository } from '../submissions.repository.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';

/** A mapped field on which the form and the record differ. */
interface Difference {
  readonly field: string;
  readonly formField: string;
  readonly submitted: string;
  readonly recorded: string | null;
}

/** Finds, keeps and resolves discrepancies between submissions and records (contract, section 4). */
@Injectable()
export class DiscrepanciesService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly mappings: MappingsService,
    private readonly people: UserLookup,
    private readonly provisioning: ProvisioningService,
    private readonly facts: SubmissionFacts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Compares a submission that is about to be queued with the record. What was found before stays until it is resolved;
   * what was resolved is found again only when one of the two values has changed since.
   * @returns the names of the fields that are unresolved now
   */
  async find(scope: Scope, manager: EntityManager, submission: Submission): Promise<string[]> {
    const { tenantId } = scope;
    const { submissionId } = submission;
    const known = await this.discrepancies.ofSubmission(scope, submissionId, manager);
    const fresh: Omit<Discrepancy, 'id'>[] = [];
    for (const difference of await this.differences(scope, manager, submission)) {
      const earlier = known.filter(({ field }) => field === difference.field);
      const open = earlier.find(({ resolution }) => resolution === null);
      const isSettled = earlier.some(
        ({ submitted, recorded }) => submitted === difference.submitted && recorded === difference.recorded,
      );
      if (open !== undefined) await this.discrepancies.refresh(scope, manager, open.id, difference);
      else if (!isSettled)
        fresh.push({
          ...difference,
          tenantId,
          submissionId,
          resolution: null,
          note: null,
          resolvedBy: null,
          resolvedAt: null,
          createdAt: new Date(),
        });
    }
    await this.discrepancies.add(manager, fresh);
    return unresolvedFields([...known, ...fresh]);
  }

  /** All of a submission, resolved ones included. */
  ofSubmission(scope: Scope, submissionId: string, manager?: EntityManager): Promise<Discrepancy[]> {
    return this.discrepancies.ofSubmission(scope, submissionId, manager);
  }

  /**
   * Decides about one discrepancy; deciding again does nothing. `accept_submitted` first writes the record, by the rules
   * of provisioning: what they refuse leaves the discrepancy as it was.
   * @throws {SubmissionNotFound} {DiscrepancyNotFound} and what provisioning refuses
   */
  async resolve(
    scope: Scope,
    submissionId: string,
    id: number,
    { resolution, note }: ResolveDiscrepancyDto,
  ): Promise<Discrepancy> {
    const { submission, discrepancy } = await this.load(scope, submissionId, id);
    if (discrepancy.resolution !== null) return discrepancy;
    if (resolution === 'accept_submitted') await this.writeRecord(scope, submission, discrepancy);
    await this.unitOfWork.run(async (manager) => {
      const locked = await this.submissions.lock(scope, manager, submissionId);
      if (locked === null) throw new SubmissionNotFound();
      await this.discrepancies.resolve(scope, manager, id, {
        resolution,
        note: note ?? null,
        resolvedBy: scope.actor,
        resolvedAt: new Date(),
      });
      const left = unresolvedFields(await this.discrepancies.ofSubmission(scope, submissionId, manager));
      if (left.length === 0) await this.facts.announceResolved(scope, manager, locked);
    });
    return (await this.load(scope, submissionId, id)).discrepancy;
  }

  private async load(
    scope: Scope,
    submissionId: string,
    id: number,
  ): Promise<{ submission: Submission; discrepancy: Discrepancy }> {
    const submission = await this.submissions.find(scope, submissionId);
    if (submission === null) throw new SubmissionNotFound();
    const discrepancy = (await this.discrepancies.ofSubmission(scope, submissionId)).find(
      (one) => one.id === id,
    );
    if (discrepancy === undefined) throw new DiscrepancyNotFound();
    return { submission, discrepancy };
  }

  private async differences(
    scope: Scope,
    manager: EntityManager,
    { formType, studentId, fields }: Submission,
  ): Promise<Difference[]> {
    const links = await this.mappings.linksOf(scope, formType, manager);
    const student = (await this.people.find(scope, manager, [studentId])).get(studentId);
    if (student === undefined) return [];
    return links.flatMap(({ formField, target }): Difference[] => {
      const submitted = submittedText(fields[formField]);
      const recorded = readRecord(student, target);
      if (submitted === null || sameValue(target, submitted, recorded)) return [];
      return [{ field: target, formField, submitted, recorded }];
    });
  }

  private async writeRecord(
    scope: Scope,
    { studentId }: Submission,
    { field, submitted }: Discrepancy,
  ): Promise<void> {
    const student = (await this.people.find(scope, this.unitOfWork.reader, [studentId])).get(studentId);
    if (student === undefined) throw new UserNotFound();
    const person = validated(CreateUpdateUserDto, personWith(student, field, recordValue(field, submitted)));
    const [outcome] = await this.provisioning.provision(scope, [person]);
    if (outcome?.kind === 'refused') throw outcome.refusal;
  }
}

/** The student as the SIS would send them, with one field changed. A new legacyNumber is matched by the e-mail address. */
function personWith(student: User, field: string, value: unknown): object {
  const { id, email, firstName, lastName, accountType } = student;
  const base = { externalId: id, email, firstName, lastName, accountType };
  return field === 'legacyNumber' ? { ...base, externalId: value } : { ...base, [field]: value };
}

function unresolvedFields(discrepancies: readonly Pick<Discrepancy, 'field' | 'resolution'>[]): string[] {
  return [
    ...new Set(discrepancies.filter(({ resolution }) => resolution === null).map(({ field }) => field)),
  ];
}
