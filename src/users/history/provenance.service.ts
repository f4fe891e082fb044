import { Injectable } from '@nestjs/common';

import type { Reader } from '../../database/transaction/reader.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { FEED } from '../model/awaiting-source/awaited-field.js';
import type { ProvenanceDto } from '../model/dto/provenance.dto.js';
import type { User } from '../model/user.entity.js';
import { apiKeyOf, fieldsOf, isOfSource, provenanceOf, setterOf } from './provenance.js';
import type { UserHistoryEntry } from './user-change.entity.js';
import { UserChangesRepository } from './user-changes.repository.js';

const AT_ONCE = 250;
/** A change every night for almost three years. Who set a field before that is answered as unknown. */
const MOST_ENTRIES = 1000;

/** Who set the fields of a person, from the history; it reads at most {@link MOST_ENTRIES} entries. */
@Injectable()
export class ProvenanceService {
  constructor(
    private readonly changes: UserChangesRepository,
    private readonly credentials: CredentialsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** By the names of fields in the history, such as `degree` and `facultyProfile.leaveUntil`. */
  async of(scope: Scope, user: User): Promise<Record<string, ProvenanceDto>> {
    const reader = this.unitOfWork.single;
    const fields = fieldsOf(user);
    const entries = await this.latest(scope, reader, user.id, (known) =>
      fields.every((field) => setterOf(known, field) !== undefined),
    );
    return provenanceOf(scope, user, entries, await this.connectionsOf(scope, reader, entries));
  }

  /** The caller who set the field last, as a source of values; null when none is known to have set it. */
  async sourceOf(scope: Scope, reader: Reader, userId: string, field: string): Promise<string | null> {
    const find = (known: readonly UserHistoryEntry[]): UserHistoryEntry | undefined =>
      setterOf(known, field, isOfSource);
    const entry = find(await this.latest(scope, reader, userId, (known) => find(known) !== undefined));
    if (entry === undefined) return null;
    const connections = await this.connectionsOf(scope, reader, [entry]);
    return connections.get(apiKeyOf(entry.actor) ?? '') ?? FEED;
  }

  /** Whether all changes of the person from this moment on are decisions of the caller about submissions. */
  async isDecidedBy(scope: Scope, reader: Reader, userId: string, from: Date): Promise<boolean> {
    const isBefore = ({ at }: UserHistoryEntry): boolean => at < from;
    const entries = await this.latest(scope, reader, userId, (known) => known.some(isBefore));
    const since = entries.filter((entry) => !isBefore(entry));
    return (
      since.length > 0 &&
      since.every(({ actor, submissionId }) => actor === scope.actor && submissionId !== null)
    );
  }

  /** The latest entries, the last first, until there are enough of them. */
  async latest(
    scope: Scope,
    reader: Reader,
    userId: string,
    isEnough: (entries: readonly UserHistoryEntry[]) => boolean,
  ): Promise<UserHistoryEntry[]> {
    const entries: UserHistoryEntry[] = [];
    while (entries.length < MOST_ENTRIES) {
      const before = entries.at(-1)?.id;
      const more = await this.changes.before(scope, reader, userId, before, AT_ONCE);
      entries.push(...more);
      if (more.length < AT_ONCE || isEnough(entries)) break;
    }
    return entries;
  }

  private connectionsOf(
    scope: Scope,
    reader: Reader,
    entries: readonly UserHistoryEntry[],
  ): Promise<Map<string, string>> {
    const keys = new Set(entries.flatMap(({ actor }) => apiKeyOf(actor) ?? []));
    return this.credentials.connectionsOf(scope, reader, [...keys]);
  }
}
