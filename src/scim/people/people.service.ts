import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import { DataContended } from '../../errors/request.errors.js';
import {
  InvalidValue,
  NotTakenOver,
  NotUnique,
  ReadOnlyPerson,
  ResourceNotFound,
} from '../../errors/scim.errors.js';
import { textProblem, unmistakableProblem } from '../../http/fields/text-rules.js';
import type { Scope } from '../../tenancy/scope.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import { CredentialsService } from '../../tenancy/credentials.service.js';
import { CandidateIndex } from '../../users/matching/candidate-index.js';
import { MatchDecisionsRepository } from '../../users/matching/match-decisions.repository.js';
import { areSimilar } from '../../users/matching/reassignment.js';
import type { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { sameAs } from '../../users/model/field-values.js';
import type { SentPerson } from '../../users/model/outcome.js';
import { administrationRoleOf, effectiveRole } from '../../users/model/user-defaults.js';
import { PersonGroups } from '../groups/person-groups.js';
import { LinksRepository } from '../links/links.repository.js';
import { applyPatch } from '../patch/apply-patch.js';
import { operationsOf } from '../patch/operations.js';
import { connectionOf } from '../protocol/connection-of.js';
import type { Projection } from '../protocol/projection.js';
import { requireVersion } from '../protocol/versions.js';
import { keptOf } from '../schema/kept.js';
import { normalise } from '../schema/normalise.js';
import { type Resource, without } from '../schema/resource.js';
import { USER_TYPE } from '../schema/user.type.js';
import { basisOf, stillValid } from './basis.js';
import { keptAfterPatch } from './kept.js';
import { holdActive, type PlannedWrite, StaleRead } from './link.rule.js';
import type { WantedLink } from './link-of.js';
import { PeoplePresenter, type PresentedPerson } from './people-presenter.js';
import { type PersonKey, PeopleReader } from './people-reader.js';
import type { Seen } from './people.repository.js';
import { namesGained, userNameKeyOf, withoutFollowingName } from './names.js';
import { identityOf, personOf, sentNamesOf } from './person-of.js';
import { PersonWriter, type Written } from './person-writer.js';
import { textIn } from '../schema/resource-values.js';

/** How often a write is worked out again, when other requests change the same person meanwhile. */
const ATTEMPTS = 20;
/** The longest pause before the second attempt; later ones are up to 16 times as long. */
const FIRST_PAUSE_MS = 5;
const LONGEST_NAME = 254;

type LinkWithout<Field extends keyof WantedLink> = Omit<WantedLink, Field>;

/** A person who was written, and what became of them. */
export interface WrittenPerson extends PresentedPerson {
  readonly kind: 'inserted' | 'updated' | 'unchanged';
}

/** The texts by which a connection knows a person. */
function namesIn(resource: Resource): Pick<WantedLink, 'userName' | 'externalId'> {
  const userName = textIn(resource, 'userName');
  if (userName === undefined) throw new InvalidValue('userName is required');
  const externalId = textIn(resource, 'externalId') ?? null;
  const problem = unmistakableProblem(userName, LONGEST_NAME);
  if (problem !== undefined) throw new InvalidValue(`userName ${problem}`);
  const ofExternalId = externalId === null ? undefined : textProblem(externalId, LONGEST_NAME);
  if (ofExternalId !== undefined) throw new InvalidValue(`externalId ${ofExternalId}`);
  return { userName, externalId };
}

/** What the connection sent and no other source has changed since; empty for a person whom it does not hold. */
function keptBy({ user, link }: Seen): Resource {
  return isHeld({ link }) ? stillValid(link?.kept ?? {}, link?.basis ?? basisOf(user), basisOf(user)) : {};
}

/** The userName of a person who is held, where it is the address too and no other address was sent. */
function addressNameOf(seen: Seen): string | undefined {
  const { user, link } = seen;
  const isName = link !== undefined && userNameKeyOf(link.userName) === user.emailKey;
  return isName && isHeld(seen) && keptBy(seen)['emails'] === undefined ? link.userName : undefined;
}

function isHeld({ link }: Pick<Seen, 'link'>): boolean {
  return link !== undefined && link.forgottenAt === null;
}

/** The calls about one person (contract, section 10). */
@Injectable()
export class PeopleService {
  constructor(
    private readonly people: PeopleReader,
    private readonly writer: PersonWriter,
    private readonly presenter: PeoplePresenter,
    private readonly groups: PersonGroups,
    private readonly links: LinksRepository,
    private readonly credentials: CredentialsService,
    private readonly decisions: MatchDecisionsRepository,
    private readonly disclosures: DisclosureLog,
  ) {}

  /**
   * Reads a person.
   * @throws {ResourceNotFound} when the tenant has no such person, or the connection does not see them
   */
  async get(scope: Scope, id: string, projection: Projection = {}): Promise<PresentedPerson> {
    const person = this.presenter.present(scope, await this.find(scope, id));
    const [resource = person.resource] = await this.groups.added(scope, [person.resource], projection);
    this.disclosures.note(scope, 'scim', [id]);
    return { ...person, resource };
  }

  /**
   * Creates a person, adopts a stored one, or takes one back who has left.
   * @throws {NotUnique} when the connection holds the person already, or another one of that userName
   */
  async create(scope: Scope, body: unknown): Promise<WrittenPerson> {
    const after = normalise(body, USER_TYPE);
    const kept = keptOf(after);
    const wanted: WantedLink = { ...namesIn(after), keptAfter: () => kept, isForgotten: false };
    return this.settle(scope, async () => {
      const matched = await this.matched(scope, after);
      const returning =
        matched === undefined ? await this.returning(scope, after, wanted.externalId) : undefined;
      const seen = matched ?? returning;
      if (seen !== undefined) this.refuseTaking(scope, seen);
      const { settings } = connectionOf(scope);
      const user = seen?.user;
      const addressName = seen === undefined ? undefined : addressNameOf(seen);
      const person = personOf({ after, before: {}, isPatch: false, user, addressName, settings }, true);
      const named = returning === undefined ? {} : { userId: returning.user.id };
      const names = namesGained([wanted.userName, person.email], user === undefined ? [] : [user.email]);
      return { seen, sent: { person, isStored: seen !== undefined, names, ...named }, wanted };
    });
  }

  /**
   * Replaces what the connection has sent of a person; what others own stays.
   * @throws {ResourceNotFound} like {@link get}
   * @throws {NotTakenOver} when the connection adopts no one and does not hold the person
   * @throws {VersionDiffers} when `ifMatch` names another version
   */
  async replace(scope: Scope, id: string, body: unknown, ifMatch?: string): Promise<WrittenPerson> {
    const after = normalise(body, USER_TYPE);
    const names = namesIn(after);
    const kept = keptOf(after);
    return this.change(scope, id, ifMatch, (seen) => ({
      after,
      before: keptBy(seen),
      isPatch: false,
      wanted: { ...names, keptAfter: () => kept },
    }));
  }

  /**
   * Changes what the operations of the body name.
   * @throws {ResourceNotFound} and {@link VersionDiffers} like {@link replace}
   * @throws {InvalidPath} and others when an operation cannot be applied; nothing is changed then
   */
  async patch(scope: Scope, id: string, body: unknown, ifMatch?: string): Promise<WrittenPerson> {
    const operations = operationsOf(body);
    return this.change(scope, id, ifMatch, (seen) => {
      const kept = keptBy(seen);
      // Only a status that is sent counts, also one that the person has: it withdraws a held de-provisioning.
      const shown = without(this.presenter.present(scope, seen).resource, ['active']);
      const before = withoutFollowingName(shown, seen.user, kept);
      const after = applyPatch(before, operations, USER_TYPE);
      const keptAfter = keptAfterPatch(kept, basisOf(seen.user), before, after);
      return { after, before, isPatch: true, wanted: { ...namesIn(after), keptAfter } };
    });
  }

  /**
   * De-provisions a person, unless that is held, and lets the connection forget them. The tenant may wish that a
   * person stays active whom another connection holds active.
   * @throws {ResourceNotFound} and {@link VersionDiffers} like {@link replace}
   */
  async remove(scope: Scope, id: string, ifMatch?: string): Promise<WrittenPerson> {
    return this.settle(scope, async () => {
      const seen = await this.findToWrite(scope, id, ifMatch);
      const others = await this.othersHolding(scope, seen.user.id);
      const status = others?.holdActive === true ? {} : { accountStatus: 'inactive' as const };
      const person: CreateUpdateUserDto = { ...sameAs(seen.user), ...status };
      const wanted = { userName: '', externalId: null, keptAfter: () => ({}), isForgotten: true };
      // It is no value of the person that the source still sends, so no approved value keeps it away.
      const sent: SentPerson = { person, userId: seen.user.id, intent: { kind: 'decision' } };
      const planned = { seen, sent, wanted };
      return others === undefined ? planned : { ...planned, others };
    });
  }

  /** Undefined when the tenant does not ask for it. */
  private async othersHolding(scope: Scope, userId: string): Promise<PlannedWrite['others']> {
    if (!scope.tenant.scimDeleteKeepsShared) return undefined;
    const own = connectionOf(scope).id;
    const connections = (await this.credentials.liveConnections(scope)).filter((id) => id !== own);
    const holding = await this.links.holdingActive(scope, [userId]);
    return { connections, holdActive: holdActive(connections, holding.get(userId)) };
  }

  private change(
    scope: Scope,
    id: string,
    ifMatch: string | undefined,
    work: (seen: Seen) => {
      readonly after: Resource;
      readonly before: Resource;
      readonly isPatch: boolean;
      readonly wanted: LinkWithout<'isForgotten'>;
    },
  ): Promise<WrittenPerson> {
    return this.settle(scope, async () => {
      const seen = await this.findToWrite(scope, id, ifMatch);
      const { wanted, ...wish } = work(seen);
      const { user } = seen;
      const { settings } = connectionOf(scope);
      const person = personOf({ ...wish, user, addressName: addressNameOf(seen), settings }, false);
      const intent = { kind: wish.isPatch ? 'partial report' : 'report' } as const;
      const names = namesGained([wanted.userName, person.email], [user.email, seen.link?.userName ?? '']);
      const sent: SentPerson = { person, userId: user.id, intent, names };
      return { seen, sent, wanted: { ...wanted, isForgotten: false } };
    });
  }

  /** Works a write out and applies it; again when what was read has changed meanwhile. */
  private async settle(scope: Scope, plan: () => Promise<PlannedWrite>): Promise<WrittenPerson> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return this.presented(scope, await this.writer.write(scope, await plan()));
      } catch (error) {
        if (!(error instanceof StaleRead)) throw error;
        await delay(Math.random() * FIRST_PAUSE_MS * 2 ** Math.min(attempt, 4));
      }
    }
    throw new DataContended();
  }

  private presented(scope: Scope, { outcome, link }: Written): WrittenPerson {
    // The answer of a write shows what other sources have sent, too.
    this.disclosures.note(scope, 'scim', [outcome.user.id]);
    return { kind: outcome.kind, ...this.presenter.present(scope, { user: outcome.user, link }) };
  }

  private async find(scope: Scope, id: string): Promise<Seen> {
    const [seen] = await this.people.find(scope, [{ kind: 'id', value: id }]);
    const isSeen = seen?.link === undefined ? connectionOf(scope).settings.visible === 'all' : isHeld(seen);
    if (seen === undefined || !isSeen) throw new ResourceNotFound('person', id);
    return seen;
  }

  private async findToWrite(scope: Scope, id: string, ifMatch: string | undefined): Promise<Seen> {
    const seen = await this.find(scope, id);
    if (ifMatch !== undefined) requireVersion(ifMatch, this.presenter.present(scope, seen).version);
    this.refuseAdministrator(scope, seen);
    if (seen.link === undefined && !connectionOf(scope).settings.adopts) throw new NotTakenOver(id);
    return seen;
  }

  /** The stored person whom provisioning would take a new resource for. */
  private async matched(scope: Scope, after: Resource): Promise<Seen | undefined> {
    const { emails, externalId } = identityOf(after);
    const keys: PersonKey[] = emails.map((value) => ({ kind: 'email', value }));
    if (externalId !== undefined)
      keys.push({ kind: 'id', value: externalId }, { kind: 'legacyNumber', value: externalId });
    const decisions = await this.decisions.about(scope, externalId === undefined ? [] : [externalId]);
    keys.push(...decisions.userIds.map((value) => ({ kind: 'id', value }) as const));
    const found = await this.people.find(scope, keys);
    const number = externalId === undefined ? {} : { externalId };
    const candidates = new CandidateIndex(
      found.map(({ user }) => user),
      decisions,
    );
    const match = emails
      .map((email) => candidates.match({ email, ...number }))
      .find((one) => one !== undefined);
    return found.find(({ user }) => user.id === match?.user.id);
  }

  /**
   * The person who has left and whom the connection calls by this externalId: an account that comes back under another
   * address. Some providers make the externalId of a name, so the first name that is sent must be similar.
   */
  private async returning(
    scope: Scope,
    after: Resource,
    externalId: string | null,
  ): Promise<Seen | undefined> {
    if (externalId === null) return undefined;
    const found = await this.people.find(scope, [{ kind: 'externalId', value: externalId }]);
    const [left, ...others] = found.filter((seen) => isHeld(seen) && seen.user.accountStatus === 'inactive');
    const names = sentNamesOf(after);
    if (left === undefined || others.length > 0 || names === undefined) return undefined;
    // A longer one is refused by what follows, and comparing it takes long.
    if (names.firstName.length > LONGEST_NAME) return undefined;
    return areSimilar(names.firstName, left.user.firstName) ? left : undefined;
  }

  private refuseTaking(scope: Scope, seen: Seen): void {
    const { id, accountStatus } = seen.user;
    if (isHeld(seen) && accountStatus === 'active')
      throw new NotUnique(`The person exists already, with the id ${id}`);
    if (seen.link === undefined && !connectionOf(scope).settings.adopts)
      throw new NotUnique(`The person exists already, with the id ${id}, and came from another source`);
    this.refuseAdministrator(scope, seen);
  }

  private refuseAdministrator(scope: Scope, { user }: Seen): void {
    const role = effectiveRole(user);
    const administers = administrationRoleOf(role) !== undefined;
    if (administers && !connectionOf(scope).settings.mayAdminister) throw new ReadOnlyPerson(role);
  }
}
