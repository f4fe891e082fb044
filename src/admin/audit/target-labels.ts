import { Injectable } from '@nestjs/common';

import type { ReadEvent } from '../../audit/audit.service.js';
import { UnitOfWork } from '../../database/transaction/unit-of-work.js';
import { SubmissionsService } from '../../submissions/submissions.service.js';
import { ConnectionKeysService } from '../../tenancy/credentials/connection-keys.service.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserNames } from '../../users/list/user-names.js';

type Entry = Pick<ReadEvent, 'target' | 'before' | 'after'>;

/** What entries are about, in the words of a reader. */
export interface LabelledTargets {
  /** Null where there is no name, and for what is no longer stored. */
  readonly labelOf: (entry: Entry) => string | null;
  /** The people whom the labels name. */
  readonly people: readonly string[];
}

/** The ID behind this prefix. */
function idIn(prefix: string, { target }: Entry): string | undefined {
  return target.startsWith(prefix) ? target.slice(prefix.length) : undefined;
}

/** The submission that an entry is about, itself or by a discrepancy of it. */
function submissionOf(entry: Entry): string | undefined {
  if (idIn('discrepancy:', entry) === undefined) return idIn('submission:', entry);
  const id = (entry.after ?? entry.before)?.['submissionId'];
  return typeof id === 'string' ? id : undefined;
}

/**
 * Names what entries are about: a person, the label of a key or an identity provider, and of a submission or a
 * discrepancy the student.
 */
@Injectable()
export class TargetLabels {
  constructor(
    private readonly names: UserNames,
    private readonly credentials: CredentialsService,
    private readonly connections: ConnectionKeysService,
    private readonly submissions: SubmissionsService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Four statements at most, however many entries there are. */
  async of(scope: Scope, entries: readonly Entry[]): Promise<LabelledTargets> {
    const idsOf = (kind: string): string[] => entries.flatMap((entry) => idIn(kind, entry) ?? []);
    const submissionIds = entries.flatMap((entry) => submissionOf(entry) ?? []);
    const [keys, connections, submissions] = await Promise.all([
      this.credentials.labelsOf(scope, idsOf('key:')),
      idsOf('connection:').length === 0 ? [] : this.connections.list(scope),
      this.submissions.getAll(scope, this.unitOfWork.single, submissionIds),
    ]);
    const personOf = (entry: Entry): string | null =>
      idIn('user:', entry) ?? submissions.get(submissionOf(entry) ?? '')?.studentId ?? null;
    const nameOf = await this.names.of(scope, entries, personOf);
    const labelOf = (entry: Entry): string | null => {
      const connection = idIn('connection:', entry);
      return (
        nameOf(personOf(entry)) ??
        keys.get(idIn('key:', entry) ?? '') ??
        connections.find(({ id }) => id === connection)?.label ??
        null
      );
    };
    return { labelOf, people: entries.flatMap((entry) => personOf(entry) ?? []) };
  }
}
