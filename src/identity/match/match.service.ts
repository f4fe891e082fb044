import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

import { CONFIG } from '../../config/config.module.js';
import type { Config } from '../../config/environment.js';
import { SingleStatements } from '../../database/transaction/reader.js';
import { UndecidedMatch } from '../../errors/undecided-match.js';
import { success, type Success, type Warning } from '../../http/answers.js';
import type { Scope } from '../../tenancy/scope.js';
import type { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { summariseUser } from '../../users/model/dto/user.dto.js';
import type { Outcome } from '../../users/model/outcome.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import {
  type PostPreview,
  ProvisioningPreview,
} from '../../users/provisioning/provisioning-preview.service.js';
import { CandidatesRepository, type FoundPerson } from './candidates.repository.js';
import { type Comparable, compare, fold } from './compare.js';
import { MatchCounts } from './match-counts.js';
import type { MatchCandidateDto, MatchDto, MatchOutcome } from './match.dto.js';
import { bandOf, isCandidate, scoreOf } from './score.js';

const MOST_CANDIDATES = 10;

/** What each kind of outcome of a person is called in the answer; a refusal that is no conflict is thrown. */
const OUTCOMES: Readonly<Record<Exclude<Outcome['kind'], 'refused'>, MatchOutcome>> = {
  inserted: 'DATA INSERTED',
  updated: 'DATA UPDATED',
  unchanged: 'DATA UPDATED',
};

type Decided = Omit<MatchDto, 'candidates'>;

function comparableOf(person: CreateUpdateUserDto): Comparable {
  const { externalId = null, middleInitial = null, programId = null, schoolProgram = null } = person;
  const { monthOfEntry = null, yearOfEntry = null } = person;
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    middleInitial,
    emailKey: emailKeyOf(person.email),
    monthOfEntry,
    yearOfEntry,
    programId,
    schoolProgram,
    numbers: externalId === null ? [] : [externalId],
  };
}

function storedComparable(user: FoundPerson): Comparable {
  const { id, legacyNumber } = user;
  return { ...user, numbers: legacyNumber === null ? [id] : [legacyNumber, id] };
}

function heldWarning(): Warning {
  const message =
    "Beyond the tenant's threshold of de-provisionings: the person would stay active until released";
  return { field: 'accountStatus', code: 'DEPROVISIONING_HELD', message };
}

/** @throws {ValidationFailed} as a post would be refused; a conflict is an outcome instead */
function decided({ outcome, match }: PostPreview): Decided {
  const user = match === undefined ? null : summariseUser(match.user);
  const matchedBy = match?.by ?? null;
  if (outcome.kind !== 'refused') {
    const { changed, holdId, pendingId } = outcome;
    if (pendingId !== undefined) return { matchedBy, user, changed, warnings: [], outcome: 'MATCH PENDING' };
    const warnings = [...outcome.warnings, ...(holdId === undefined ? [] : [heldWarning()])];
    const isNew = outcome.kind === 'inserted';
    const about = isNew ? { matchedBy: null, user: null } : { matchedBy, user };
    return { ...about, changed, warnings, outcome: OUTCOMES[outcome.kind] };
  }
  const { refusal } = outcome;
  if (!(refusal instanceof UndecidedMatch)) throw refusal;
  const { code, message } = refusal;
  const field = matchedBy === 'email' ? 'externalId' : 'email';
  return { matchedBy, user, changed: [], warnings: [{ field, code, message }], outcome: code };
}

/** Says what a post would do, and who else it may be about. It reads only, and links no one. */
@Injectable()
export class MatchService {
  private readonly reader: SingleStatements;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly preview: ProvisioningPreview,
    private readonly people: CandidatesRepository,
    private readonly counts: MatchCounts,
  ) {
    this.reader = new SingleStatements(dataSource.manager);
  }

  /** @throws {ValidationFailed} when externalId is an ID of another account type, as a post would be refused */
  async match(scope: Scope, person: CreateUpdateUserDto): Promise<Success<MatchDto>> {
    const decision = decided(await this.preview.planOne(scope, person, this.reader));
    const candidates = await this.candidates(scope, person);
    this.counts.count(scope, decision.outcome);
    return success({ ...decision, candidates });
  }

  private async candidates(scope: Scope, person: CreateUpdateUserDto): Promise<MatchCandidateDto[]> {
    const { matchModel } = this.config;
    const comparable = comparableOf(person);
    const sent = fold(comparable);
    const externalId = person.externalId ?? null;
    const found = await this.people.find(scope, this.reader, { ...comparable, externalId });
    return found
      .map((user) => ({ user, levels: compare(sent, fold(storedComparable(user))) }))
      .map(({ user, levels }) => ({ user, levels, ...scoreOf(matchModel, levels) }))
      .filter(({ levels, confidence }) => isCandidate(matchModel, levels, confidence))
      .sort((one, other) => other.confidence - one.confidence || (one.user.id < other.user.id ? -1 : 1))
      .slice(0, MOST_CANDIDATES)
      .map(({ user, confidence, reasons }) => ({
        user: summariseUser(user),
        confidence,
        band: bandOf(confidence),
        reasons: [...reasons],
      }));
  }
}
