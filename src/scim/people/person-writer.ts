import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../database/transaction/transaction.js';
import { NotUnique } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { CandidateIndex } from '../../users/matching/candidate-index.js';
import { fieldChanges } from '../../users/model/field-changes.js';
import type { Outcome, SentPerson } from '../../users/model/outcome.js';
import type { User } from '../../users/model/user.entity.js';
import { BatchAbandoned, type Companion } from '../../users/provisioning/batch.js';
import {
  type AppliedOutcome,
  PersonProvisioning,
} from '../../users/provisioning/person-provisioning.service.js';
import { MembersRepository } from '../groups/members.repository.js';
import { LinksRepository } from '../links/links.repository.js';
import type { ScimLink } from '../links/scim-link.entity.js';
import { connectionOf } from '../protocol/connection-of.js';
import type { Resource } from '../schema/resource.js';
import { basisOf } from './basis.js';
import { userNameKeyOf } from './names.js';
import type { Seen } from './people.repository.js';

/** The person or the link has changed since they were read; what was to be written must be worked out again. */
export class StaleRead extends Error {}

/** What a connection will know of a person. */
export interface WantedLink {
  readonly userName: string;
  readonly externalId: string | null;
  readonly kept: Resource;
  /** Whether the connection gives the person up. */
  readonly isForgotten: boolean;
}

/** A write that was worked out from what was read. */
export interface PlannedWrite {
  /** What was read; undefined for a person who was not found. */
  readonly seen: Seen | undefined;
  readonly sent: SentPerson;
  readonly wanted: WantedLink;
}

export interface Written {
  readonly outcome: AppliedOutcome;
  readonly link: ScimLink;
}

function isSameUser(seen: User, now: User | undefined): boolean {
  return (
    now !== undefined &&
    seen.updatedAt.getTime() === now.updatedAt.getTime() &&
    fieldChanges(seen, now).length === 0
  );
}

/** The user whom provisioning would update. */
function targetIn(stored: readonly User[], { person, userId }: SentPerson): User | undefined {
  const candidates = new CandidateIndex(stored);
  return userId === undefined ? candidates.match(person)?.user : candidates.byId(userId);
}

/** Writes a person by provisioning, and the link of the connection in the same transaction. */
@Injectable()
export class PersonWriter {
  constructor(
    private readonly links: LinksRepository,
    private readonly members: MembersRepository,
    private readonly provisioning: PersonProvisioning,
  ) {}

  /**
   * @throws {StaleRead} when person or link are not as they were read; nothing is written then
   * @throws {NotUnique} when the connection calls another active person so
   * @throws {Refusal} why provisioning refuses the person
   */
  async write(scope: Scope, { seen, sent, wanted }: PlannedWrite): Promise<Written> {
    let written: ScimLink | undefined;
    const companion: Companion = {
      beforePlan: (transaction, stored) => this.check(scope, transaction, stored, { seen, sent, wanted }),
      afterWrite: async (transaction, [outcome]) => {
        written = await this.link(scope, transaction, outcome, seen?.link, wanted);
      },
    };
    const outcome = await this.provisioning.provision(scope, sent, companion);
    if (written === undefined) throw new Error('A person was written without a link');
    return { outcome, link: written };
  }

  private async check(
    scope: Scope,
    transaction: Transaction,
    stored: readonly User[],
    { seen, sent, wanted }: PlannedWrite,
  ): Promise<void> {
    const target = targetIn(stored, sent);
    const isSame = seen === undefined ? target === undefined : isSameUser(seen.user, target);
    if (!isSame || target?.id !== seen?.user.id) throw new BatchAbandoned(new StaleRead());
    if (seen !== undefined) {
      const link = await this.links.lock(scope, transaction, seen.user.id);
      if (!isDeepStrictEqual(link, seen.link)) throw new BatchAbandoned(new StaleRead());
    }
    // A userName that the link has already is no other's: the index is unique.
    const isOwn = seen?.link?.userNameKey === userNameKeyOf(wanted.userName);
    if (!wanted.isForgotten && !isOwn) await this.free(scope, transaction, seen?.user.id, wanted.userName);
  }

  /** A userName of a person who has left may be given to another one. */
  private async free(
    scope: Scope,
    transaction: Transaction,
    userId: string | undefined,
    userName: string,
  ): Promise<void> {
    const named = await this.links.lockNamed(scope, transaction, userNameKeyOf(userName));
    if (named === undefined || named.userId === userId) return;
    if (named.isActive)
      throw new BatchAbandoned(new NotUnique(`The userName is that of the person ${named.userId}`));
    await this.links.forget(scope, transaction, named.userId, new Date());
    await this.members.removePerson(scope, transaction, named.userId);
  }

  private async link(
    scope: Scope,
    transaction: Transaction,
    outcome: Outcome | undefined,
    stored: ScimLink | undefined,
    wanted: WantedLink,
  ): Promise<ScimLink | undefined> {
    if (outcome === undefined || outcome.kind === 'refused') return undefined;
    const link = linkOf(scope, outcome.user, stored, wanted);
    if (stored === undefined) await this.links.insert(transaction, link);
    else if (link !== stored) await this.links.update(transaction, link);
    if (wanted.isForgotten) await this.members.removePerson(scope, transaction, link.userId);
    return link;
  }
}

/** The stored link itself when nothing of it changes, so that its time of change stays. */
function linkOf(scope: Scope, user: User, stored: ScimLink | undefined, wanted: WantedLink): ScimLink {
  const { userName, externalId, kept, isForgotten } = wanted;
  const now = new Date();
  const content = {
    userName,
    userNameKey: isForgotten ? null : userNameKeyOf(userName),
    externalId,
    kept,
    basis: basisOf(user),
  };
  const isNew = stored === undefined || stored.forgottenAt !== null;
  if (!isNew && !isForgotten && isDeepStrictEqual({ ...stored, ...content }, stored)) return stored;
  return {
    tenantId: scope.tenantId,
    connectionId: connectionOf(scope).id,
    userId: user.id,
    ...content,
    createdAt: isNew ? now : stored.createdAt,
    updatedAt: now,
    forgottenAt: isForgotten ? now : null,
  };
}
