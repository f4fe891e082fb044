import type { Transaction } from '../../database/transaction/transaction.js';
import { Refusal } from '../../errors/refusal.js';
import { DataContended } from '../../errors/request.errors.js';
import { NotUnique } from '../../errors/scim.errors.js';
import type { Scope } from '../../tenancy/scope.js';
import { nowOf } from '../../tenancy/time/tenant-clock.js';
import { OutdatedPlan } from '../../users/batch/batch-context.js';
import type {
  BatchEntry,
  FoundPeople,
  OwnRule,
  PersonChange,
  Refusals,
  WrittenBatch,
} from '../../users/batch/batch-rule.js';
import type { Plan, SentPerson } from '../../users/model/outcome.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import type { GroupLeavers } from '../groups/group-leavers.js';
import type { LinkHolder, LinksRepository } from '../links/links.repository.js';
import type { ScimLink } from '../links/scim-link.entity.js';
import { asSent, linkOf } from './link-of.js';
import { userNameKeyOf } from './names.js';
import { type PersonCall, type PersonWrite, SeenPeople } from './person-call.js';

/** An earlier call of the batch is about the same person or key; nothing was written, and the call comes again. */
export class AfterAnother extends DataContended {}

/** The key of the userName that must be free. One that the link has already is no other's: the index is unique. */
function wantedKeyOf({ seen, wanted }: PersonWrite): string | undefined {
  const key = userNameKeyOf(wanted.userName);
  return wanted.isForgotten || seen?.link?.userNameKey === key ? undefined : key;
}

/** Works out what the calls of a connection write, and writes its links in the transaction of the people. */
export class LinkRule implements OwnRule {
  /** What was worked out in this attempt. */
  private writes = new Map<SentPerson, PersonWrite & { readonly change: PersonChange }>();
  /** The user who gives up a userName to a person of this attempt. */
  private formerHolders = new Map<SentPerson, string>();
  private readonly written = new Map<PersonChange, ScimLink>();

  constructor(
    private readonly scope: Scope,
    private readonly calls: ReadonlyMap<PersonChange, PersonCall>,
    private readonly links: LinksRepository,
    private readonly leavers: GroupLeavers,
  ) {}

  /** The link of a person who was written. */
  linkOf(change: PersonChange): ScimLink {
    const link = this.written.get(change);
    if (link === undefined) throw new Error('A person was written without a link');
    return link;
  }

  async workOut({ changes, stored, decisions, transaction }: FoundPeople): Promise<readonly BatchEntry[]> {
    const userIds = stored.map(({ id }) => id);
    const links = await this.links.lock(this.scope, transaction, { userIds, userNameKeys: [] });
    const found = new SeenPeople(stored, decisions, links);
    const dependent = changes.flatMap((change) =>
      this.callOf(change).others === undefined ? [] : (found.byId(change.userId ?? '')?.user.id ?? []),
    );
    const holding = await this.links.wantingActive(this.scope, dependent, transaction);
    this.writes = new Map();
    return changes.map((change) => {
      const connections = holding.get(change.userId ?? '') ?? [];
      const { others = [] } = this.callOf(change);
      return this.entryOf(
        change,
        found,
        others.some((one) => connections.includes(one)),
      );
    });
  }

  /**
   * Refuses a call with {@link AfterAnother} when an earlier one of this batch is about the same person or key, and
   * with {@link NotUnique} when the connection calls another active person so.
   */
  async admit({ transaction, people }: WrittenBatch): Promise<Refusals> {
    const writes = people.map((sent) => this.writeOf(sent));
    const holders = await this.holders(transaction, writes);
    const refusals = new Map<SentPerson, Refusal>();
    const taken = new Set<string>();
    this.formerHolders = new Map();
    for (const write of writes) {
      const holder = holders.get(wantedKeyOf(write) ?? '');
      const former = holder?.userId === write.seen?.user.id ? undefined : holder;
      const keys = subjectsOf(write, former);
      if (keys.some((key) => taken.has(key))) refusals.set(write.sent, new AfterAnother());
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
      const { change, seen, wanted } = this.writeOf(sent);
      // Another request was first; another person than the one from whom it was worked out is never written.
      if (outcome.user.id !== seen?.user.id && !(seen === undefined && outcome.kind === 'inserted'))
        throw new OutdatedPlan();
      const { accountStatus } = sent.person;
      const link = linkOf(this.scope, asSent(outcome), seen?.link, { ...wanted, accountStatus });
      this.written.set(change, link);
      if (seen?.link === undefined) added.push(link);
      else if (link !== seen.link) changed.push(link);
      if (wanted.isForgotten) forgotten.push(link.userId);
    }
    await this.links.insert(transaction, added);
    await this.links.update(transaction, changed);
    await this.leavers.leave(this.scope, transaction, forgotten);
  }

  private callOf(change: PersonChange): PersonCall {
    const call = this.calls.get(change);
    if (call === undefined) throw new Error('A change of the batch is of no call');
    return call;
  }

  private entryOf(change: PersonChange, found: SeenPeople, isWantedActive: boolean): BatchEntry {
    try {
      const write = this.callOf(change).workOut(found, isWantedActive);
      const sent = {
        ...write.sent,
        ...(change.requestId === undefined ? {} : { requestId: change.requestId }),
      };
      this.writes.set(sent, { ...write, sent, change });
      return sent;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  private writeOf(sent: SentPerson): PersonWrite & { readonly change: PersonChange } {
    const write = this.writes.get(sent);
    if (write === undefined) throw new Error('A person of the batch was not worked out');
    return write;
  }

  /** The people who have a userName that is wanted, by its key; their links are locked. */
  private async holders(
    transaction: Transaction,
    writes: readonly PersonWrite[],
  ): Promise<ReadonlyMap<string, LinkHolder>> {
    const userNameKeys = writes.flatMap((write) => wantedKeyOf(write) ?? []);
    const locked = await this.links.lock(this.scope, transaction, { userIds: [], userNameKeys });
    return this.links.holders(this.scope, transaction, locked);
  }
}

/** What two writes of one batch must not both be about: a person, or a key. */
function subjectsOf({ seen, sent, wanted }: PersonWrite, former: LinkHolder | undefined): string[] {
  const { email, externalId } = sent.person;
  return [
    `email ${emailKeyOf(email)}`,
    ...(typeof externalId === 'string' ? [`number ${externalId}`] : []),
    ...[seen?.user.id, former?.userId].filter((id) => id !== undefined).map((id) => `person ${id}`),
    ...(wanted.isForgotten ? [] : [`userName ${userNameKeyOf(wanted.userName)}`]),
  ];
}
