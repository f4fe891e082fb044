import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import { DataContended } from '../../errors/request.errors.js';
import { InvalidValue, NotUnique, ReadOnlyPerson, ResourceNotFound } from '../../errors/scim.errors.js';
import { textProblem, unmistakableProblem } from '../../http/fields/text-rules.js';
import type { Scope } from '../../tenancy/scope.js';
import { UserLookup } from '../../users/matching/user-lookup.js';
import type { CreateUpdateUserDto } from '../../users/model/dto/create-update-user.dto.js';
import { ADMINISTRATOR, effectiveRole } from '../../users/model/user-defaults.js';
import { hasIdForm } from '../../users/model/user-ids.js';
import type { User } from '../../users/model/user.entity.js';
import { PersonGroups } from '../groups/person-groups.js';
import { applyPatch } from '../patch/apply-patch.js';
import { operationsOf } from '../patch/operations.js';
import { connectionOf } from '../protocol/connection-of.js';
import type { Projection } from '../protocol/projection.js';
import { requireVersion } from '../protocol/versions.js';
import { normalise } from '../schema/normalise.js';
import type { Resource } from '../schema/resource.js';
import { USER_TYPE } from '../schema/user.type.js';
import { basisOf, stillValid } from './basis.js';
import { keptAfterPatch, keptOf } from './kept.js';
import { PeoplePresenter, type PresentedPerson } from './people-presenter.js';
import { PeopleRepository, type Seen } from './people.repository.js';
import { identityOf, personOf } from './person-of.js';
import {
  PersonWriter,
  type PlannedWrite,
  StaleRead,
  type WantedLink,
  type Written,
} from './person-writer.js';
import { textIn } from './resource-values.js';

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

function isHeld({ link }: Pick<Seen, 'link'>): boolean {
  return link !== undefined && link.forgottenAt === null;
}

/** The fields that every call of provisioning names, as they are. */
function sameAs({ email, firstName, lastName, accountType }: User): CreateUpdateUserDto {
  return { email, firstName, lastName, accountType };
}

/** The calls about one person (contract, section 10). */
@Injectable()
export class PeopleService {
  constructor(
    private readonly people: PeopleRepository,
    private readonly lookup: UserLookup,
    private readonly writer: PersonWriter,
    private readonly presenter: PeoplePresenter,
    private readonly groups: PersonGroups,
  ) {}

  /**
   * Reads a person.
   * @throws {ResourceNotFound} when the tenant has no such person, or the connection does not see them
   */
  async get(scope: Scope, id: string, projection: Projection = {}): Promise<PresentedPerson> {
    const person = this.presenter.present(scope, await this.find(scope, id));
    const [resource = person.resource] = await this.groups.added(scope, [person.resource], projection);
    return { ...person, resource };
  }

  /**
   * Creates a person, adopts a stored one, or takes one back who has left.
   * @throws {NotUnique} when the connection holds the person already, or another one of that userName
   */
  async create(scope: Scope, body: unknown): Promise<WrittenPerson> {
    const after = normalise(body, USER_TYPE);
    const wanted: WantedLink = { ...namesIn(after), kept: keptOf(after), isForgotten: false };
    return this.settle(scope, async () => {
      const seen = await this.matched(scope, after);
      if (seen !== undefined) this.refuseTaking(scope, seen);
      const { settings } = connectionOf(scope);
      const person = personOf({ after, before: {}, isPatch: false, user: seen?.user, settings }, true);
      return { seen, sent: { person }, wanted };
    });
  }

  /**
   * Replaces what the connection has sent of a person; what others own stays.
   * @throws {ResourceNotFound} like {@link get}
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
      wanted: { ...names, kept },
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
      const before: Resource = { ...this.presenter.present(scope, seen).resource };
      // Only a status that is sent counts, also one that the person has: it withdraws a held de-provisioning.
      Reflect.deleteProperty(before, 'active');
      const after = applyPatch(before, operations, USER_TYPE);
      const own = keptBy(seen);
      const kept = keptOf(keptAfterPatch(own, before, after));
      const isOurs = own['emails'] === undefined && isDeepStrictEqual(before['emails'], after['emails']);
      // The address comes from the userName, as the connection has sent no other.
      if (isOurs) for (const one of [before, after]) Reflect.deleteProperty(one, 'emails');
      return { after, before, isPatch: true, wanted: { ...namesIn(after), kept } };
    });
  }

  /**
   * De-provisions a person, unless that is held, and lets the connection forget them.
   * @throws {ResourceNotFound} and {@link VersionDiffers} like {@link replace}
   */
  async remove(scope: Scope, id: string, ifMatch?: string): Promise<WrittenPerson> {
    return this.settle(scope, async () => {
      const seen = await this.findToWrite(scope, id, ifMatch);
      const person: CreateUpdateUserDto = { ...sameAs(seen.user), accountStatus: 'inactive' };
      const wanted = { userName: '', externalId: null, kept: {}, isForgotten: true };
      return { seen, sent: { person, userId: seen.user.id }, wanted };
    });
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
      const person = personOf({ ...wish, user, settings: connectionOf(scope).settings }, false);
      return { seen, sent: { person, userId: user.id }, wanted: { ...wanted, isForgotten: false } };
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
    return { kind: outcome.kind, ...this.presenter.present(scope, { user: outcome.user, link }) };
  }

  private async find(scope: Scope, id: string): Promise<Seen> {
    // Comparing the ASCII column with other characters is a collation error.
    const [seen] = hasIdForm(id) ? await this.people.find(scope, [id]) : [];
    const isSeen = seen?.link === undefined ? connectionOf(scope).settings.visible === 'all' : isHeld(seen);
    if (seen === undefined || !isSeen) throw new ResourceNotFound('person', id);
    return seen;
  }

  private async findToWrite(scope: Scope, id: string, ifMatch: string | undefined): Promise<Seen> {
    const seen = await this.find(scope, id);
    requireVersion(ifMatch, this.presenter.present(scope, seen).version);
    this.refuseAdministrator(scope, seen);
    return seen;
  }

  /** The stored person whom provisioning would take a new resource for. */
  private async matched(scope: Scope, after: Resource): Promise<Seen | undefined> {
    const id = await this.lookup.match(scope, identityOf(after));
    if (id === undefined) return undefined;
    const [seen] = await this.people.find(scope, [id]);
    return seen;
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
    const isAdministrator = effectiveRole(user) === ADMINISTRATOR;
    if (isAdministrator && !connectionOf(scope).settings.mayAdminister)
      throw new ReadOnlyPerson(ADMINISTRATOR);
  }
}
