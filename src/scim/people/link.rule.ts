import { isDeepStrictEqual } from 'node:util';

import type { Transaction } from '../../database/transaction/transaction.js';
import type { Refusal } from '../../errors/refusal.js';
import { DataContended } from '../../errors/request.errors.js';
import { NotUnique } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/tenant-clock.js';
import { CandidateIndex } from '../../users/matching/candidate-index.js';
import { fieldChanges } from '../../users/model/field-changes.js';
import type { Plan, SentPerson } from '../../users/model/outcome.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import type { OwnRule, Refusals, WrittenBatch } from '../../users/batch/batch-rule.js';
import type { GroupLeavers } from '../groups/group-leavers.js';
import type { LinksRepository } from '../links/links.repository.js';
import { type LinkHolder } from '../links/links.repository.js';
import type { ScimLink } from '../links/scim-link.entity.js';
import { asSent, linkOf, type WantedLink } from './link-of.js';
import { userNameKeyOf } from './names.js';
import type { Seen } from './people.repository.js';

/** The person or the link has changed since they were read; what was to be written must be worked out again. */
export class StaleRead extends DataContended {}

/** A write that was worked out from what was read. */
export interface PlannedWrite {
  /** What was read; undefined for a person who was not found. */
  readonly seen: Seen | undefined;
  readonly sent: SentPerson;
  readonly wanted: WantedLink;
  /** Set when the write depends on whether one of these other connections holds the person active. */
  readonly others?: { readonly connections: readonly string[]; readonly holdActive: boolean };
}

/** The links of a batch as they are now, locked. */
interface LockedLinks {
  readonly byUser: ReadonlyMap<string, ScimLink>;
  /** The people who have a userName that is wanted, by its key. */
  readonly holders: ReadonlyMap<string, LinkHolder>;
  /** The connections that hold a person active, where a write depends on them, by the ID of the person. */
  readonly holdingActive: ReadonlyMap<string, readonly string[]>;
}

function isSameUser(seen: User, now: User): boolean {
  return seen.updatedAt.getTime() === now.updatedAt.getTime() && fieldChanges(seen, now).length === 0;
}

/** The key of the userName that must be free. One that the link has already is no other's: the index is unique. */
function wantedKeyOf({ seen, wanted }: PlannedWrite): string | undefined {
  const key = userNameKeyOf(wanted.userName);
  return wanted.isForgotten || seen?.link?.userNameKey === key ? undefined : key;
}

/** Writes the links of a connection in the transaction that writes its people. */
export class LinkRule implements OwnRule {
  private readonly writes: ReadonlyMap<SentPerson, PlannedWrite>;
  private readonly written = new Map<SentPerson, ScimLink>();
  /** The user who gives up a userName to a person of this attempt. */
  private formerHolders = new Map<SentPerson, string>();

  constructor(
    private readonly scope: Scope,
    writes: readonly PlannedWrite[],
    private readonly links: LinksRepository,
    private readonly leavers: GroupLeavers,
  ) {
    this.writes = new Map(writes.map((write) => [write.sent, write]));
  }

  /** The link of a person who was written. */
  linkOf(sent: SentPerson): ScimLink {
    const link = this.written.get(sent);
    if (link === undefined) throw new Error('A person was written without a link');
    return link;
  }

  /**
   * Refuses a person with {@link StaleRead} who is not as they were read, or whom an earlier write of this batch is
   * about; and with {@link NotUnique} when the connection calls another active person so.
   */
  async admit({ transaction, people, stored, decisions }: WrittenBatch): Promise<Refusals> {
    const writes = people.map((sent) => this.writeOf(sent));
    const candidates = new CandidateIndex(stored, decisions);
    const links = await this.lock(transaction, writes);
    const refusals = new Map<SentPerson, Refusal>();
    const taken = new Set<string>();
    this.formerHolders = new Map();
    for (const write of writes) {
      const holder = links.holders.get(wantedKeyOf(write) ?? '');
      const former = holder?.userId === write.seen?.user.id ? undefined : holder;
      const keys = subjectsOf(write, former);
      const isStale = !isAsRead(write, candidates, links) || keys.some((key) => taken.has(key));
      if (isStale) refusals.set(write.sent, new StaleRead());
      else if (former?.isActive === true)
        refusals.set(write.sent, new NotUnique(`The userName is that of the person ${former.userId}`));
      else {
        for (const key of keys) taken.add(key);
        if (former !== undefined) this.formerHolders.set(write.sent, former.userId);
      }
    }
    return refusals;
  }

  async announce({ transaction, people }: WrittenBatch, { outcomes }: Plan): Promise<void> {
    const applied = people.flatMap((sent, index) => {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome.kind === 'refused') return [];
      // A link would answer the question who the person is.
      return outcome.pendingId === undefined ? [{ sent, outcome }] : [];
    });
    // A userName of a person who has left may be given to another one.
    const former = applied.flatMap(({ sent }) => this.formerHolders.get(sent) ?? []);
    await this.links.forget(this.scope, transaction, former, nowOf(this.scope));
    const [added, changed, forgotten]: [ScimLink[], ScimLink[], string[]] = [[], [], [...former]];
    for (const { sent, outcome } of applied) {
      const { seen, wanted } = this.writeOf(sent);
      const { accountStatus } = sent.person;
      const link = linkOf(this.scope, asSent(outcome), seen?.link, { ...wanted, accountStatus });
      this.written.set(sent, link);
      if (seen?.link === undefined) added.push(link);
      else if (link !== seen.link) changed.push(link);
      if (wanted.isForgotten) forgotten.push(link.userId);
    }
    await this.links.insert(transaction, added);
    await this.links.update(transaction, changed);
    await this.leavers.leave(this.scope, transaction, forgotten);
  }

  private writeOf(sent: SentPerson): PlannedWrite {
    const write = this.writes.get(sent);
    if (write === undefined) throw new Error('A person of the batch was not planned');
    return write;
  }

  private async lock(transaction: Transaction, writes: readonly PlannedWrite[]): Promise<LockedLinks> {
    const userIds = writes.flatMap(({ seen }) => seen?.user.id ?? []);
    const userNameKeys = writes.flatMap((write) => wantedKeyOf(write) ?? []);
    const dependent = writes.flatMap(({ seen, others }) =>
      seen === undefined || others === undefined ? [] : [seen.user.id],
    );
    const locked = await this.links.lock(this.scope, transaction, { userIds, userNameKeys });
    const named = locked.filter(
      ({ userNameKey }) => userNameKey !== null && userNameKeys.includes(userNameKey),
    );
    return {
      byUser: new Map(locked.map((link) => [link.userId, link])),
      holders: await this.links.holders(this.scope, transaction, named),
      holdingActive: await this.links.holdingActive(this.scope, dependent, transaction),
    };
  }
}

/** Whether one of these connections is among those that hold a person active. */
export function holdActive(connections: readonly string[], holding: readonly string[] = []): boolean {
  return connections.some((connection) => holding.includes(connection));
}

/** What two writes of one batch must not both be about: a person, or a key. */
function subjectsOf({ seen, sent, wanted }: PlannedWrite, former: LinkHolder | undefined): string[] {
  const { email, externalId } = sent.person;
  return [
    `email ${emailKeyOf(email)}`,
    ...(typeof externalId === 'string' ? [`number ${externalId}`] : []),
    ...[seen?.user.id, former?.userId].filter((id) => id !== undefined).map((id) => `person ${id}`),
    ...(wanted.isForgotten ? [] : [`userName ${userNameKeyOf(wanted.userName)}`]),
  ];
}

/** Whether provisioning would update the person who was read, and person and link are as they were. */
function isAsRead(
  { seen, sent, others }: PlannedWrite,
  candidates: CandidateIndex,
  { byUser, holdingActive }: LockedLinks,
): boolean {
  const { person, userId } = sent;
  const target = userId === undefined ? candidates.match(person)?.user : candidates.byId(userId);
  if (seen === undefined || target === undefined) return seen === undefined && target === undefined;
  return (
    target.id === seen.user.id &&
    isSameUser(seen.user, target) &&
    isDeepStrictEqual(byUser.get(target.id), seen.link) &&
    (others === undefined ||
      holdActive(others.connections, holdingActive.get(target.id)) === others.holdActive)
  );
}
