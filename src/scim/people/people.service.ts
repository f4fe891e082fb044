import { Injectable } from '@nestjs/common';

import {
  InvalidValue,
  NotTakenOver,
  NotUnique,
  ReadOnlyPerson,
  ResourceNotFound,
} from '../../errors/scim.errors.js';
import { textProblem, unmistakableProblem } from '../../http/fields/text-rules.js';
import { CredentialsService } from '../../tenancy/credentials/credentials.service.js';
import { DisclosureLog } from '../../tenancy/disclosure-log.js';
import type { Scope } from '../../tenancy/scope.js';
import { sameAs } from '../../users/model/fields/field-values.js';
import type { SentPerson } from '../../users/model/outcome.js';
import { administrationRoleOf, effectiveRole } from '../../users/model/user-defaults.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { PersonGroups } from '../groups/person-groups.js';
import { applyPatch } from '../patch/apply-patch.js';
import { operationsOf } from '../patch/operations.js';
import { connectionOf } from '../protocol/connection-of.js';
import type { Projection } from '../protocol/projection.js';
import { requireVersion } from '../protocol/presented.js';
import { keptOf } from '../schema/kept.js';
import { normalise } from '../schema/normalise.js';
import { type Resource, without, textIn } from '../schema/resource.js';
import { USER_TYPE } from '../schema/user.type.js';
import { writtenFieldsOf, stillValid, keptAfterPatch } from './still-valid.js';
import type { WantedLink } from './link-of.js';
import { namesGained, userNameKeyOf, withoutFollowingName } from './names.js';
import { PeoplePresenter, type PresentedPerson } from './people-presenter.js';
import { PeopleReader } from './people-reader.js';
import type { Seen } from './people.repository.js';
import type { PersonCall } from './person-call.js';
import { identityOf, personOf } from './person-of.js';
import { PersonWriter } from './person-writer.js';
import { isKnownAs, isLinked, matchedOf, returningOf } from './stored-person.js';

const LONGEST_NAME = 254;

/** A person who was written, and what became of them. */
export interface WrittenPerson extends PresentedPerson {
  readonly kind: 'inserted' | 'updated' | 'unchanged';
}

/** What a PUT or PATCH makes of the resource of a person. */
interface ResourceChange {
  readonly after: Resource;
  /** What the connection had sent, or what a PATCH was applied to. */
  readonly before: Resource;
  readonly isPatch: boolean;
  readonly wanted: Omit<WantedLink, 'isForgotten'>;
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

/** What the connection sent and no other source has changed since; empty for a person to whom it has no link. */
function keptBy({ user, link }: Seen): Resource {
  return isLinked({ link })
    ? stillValid(link?.kept ?? {}, link?.writtenFields ?? writtenFieldsOf(user), writtenFieldsOf(user))
    : {};
}

/** The userName of a person with a link, where it is the address too and no other address was sent. */
function addressNameOf(seen: Seen): string | undefined {
  const { user, link } = seen;
  const isName = link !== undefined && userNameKeyOf(link.userName) === user.emailKey;
  return isName && isLinked(seen) && keptBy(seen)['emails'] === undefined ? link.userName : undefined;
}

/** The calls about one person (contract, section 10). */
@Injectable()
export class PeopleService {
  constructor(
    private readonly people: PeopleReader,
    private readonly writer: PersonWriter,
    private readonly presenter: PeoplePresenter,
    private readonly groups: PersonGroups,
    private readonly credentials: CredentialsService,
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
   * @throws {NotUnique} when the connection has the person already, or another one of that userName
   */
  async create(scope: Scope, body: unknown): Promise<WrittenPerson> {
    const after = normalise(body, USER_TYPE);
    const kept = keptOf(after);
    const wanted: WantedLink = { ...namesIn(after), keptAfter: () => kept, isForgotten: false };
    const identity = identityOf(after);
    const emailKeys = identity.emails.map(emailKeyOf);
    return this.write(scope, {
      find: async () => {
        const called = await this.idsCalled(scope, wanted.externalId);
        const { externalId: number } = identity;
        return { keys: { externalIds: number === undefined ? called : [number, ...called], emailKeys } };
      },
      workOut: (found) => {
        const matched = matchedOf(found, identity);
        const returning = matched === undefined ? returningOf(found, after, wanted.externalId) : undefined;
        const seen = matched ?? returning;
        if (seen !== undefined) refuseTaking(scope, seen);
        const addressName = seen === undefined ? undefined : addressNameOf(seen);
        const { settings } = connectionOf(scope);
        const requested = { after, before: {}, isPatch: false, user: seen?.user, addressName, settings };
        const person = personOf(requested, true);
        const names = namesGained(
          [wanted.userName, person.email],
          seen === undefined ? [] : [seen.user.email],
        );
        const named = returning === undefined ? {} : { userId: returning.user.id };
        const isOtherAccount = seen !== undefined && !isKnownAs(seen, wanted.externalId);
        return { seen, sent: { person, names, isOtherAccount, ...named }, wanted };
      },
    });
  }

  /**
   * Replaces what the connection has sent of a person; what others own stays.
   * @throws {ResourceNotFound} like {@link get}
   * @throws {NotTakenOver} when the connection adopts no one and has no link to the person
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
      const keptAfter = keptAfterPatch(kept, writtenFieldsOf(seen.user), before, after);
      return { after, before, isPatch: true, wanted: { ...namesIn(after), keptAfter } };
    });
  }

  /**
   * De-provisions a person, unless that is held, and lets the connection forget them. The tenant may ask that a
   * person stays active whom another connection wants active.
   * @throws {ResourceNotFound} and {@link VersionDiffers} like {@link replace}
   */
  async remove(scope: Scope, id: string, ifMatch?: string): Promise<WrittenPerson> {
    const wanted = { userName: '', externalId: null, keptAfter: () => ({}), isForgotten: true };
    const others = await this.otherConnections(scope);
    return this.write(scope, {
      find: () => Promise.resolve({ userId: id }),
      ...(others === undefined ? {} : { others }),
      workOut: (found, isWantedActive) => {
        const seen = this.seenToWrite(scope, id, found.byId(id), ifMatch);
        const status = isWantedActive ? {} : { accountStatus: 'inactive' as const };
        // It is no value of the person that the source still sends, so no approved value keeps it away.
        const intent = { kind: 'decision' } as const;
        const sent: SentPerson = { person: { ...sameAs(seen.user), ...status }, userId: id, intent };
        return { seen, sent, wanted };
      },
    });
  }

  /** The other connections whose people a DELETE keeps active; undefined when the tenant does not ask for it. */
  private async otherConnections(scope: Scope): Promise<readonly string[] | undefined> {
    if (!scope.tenant.scimDeleteKeepsShared) return undefined;
    const own = connectionOf(scope).id;
    return (await this.credentials.liveConnections(scope)).filter((id) => id !== own);
  }

  private change(
    scope: Scope,
    id: string,
    ifMatch: string | undefined,
    changeOf: (seen: Seen) => ResourceChange,
  ): Promise<WrittenPerson> {
    const workOut: PersonCall['workOut'] = (found) => {
      const seen = this.seenToWrite(scope, id, found.byId(id), ifMatch);
      const { wanted, ...change } = changeOf(seen);
      const { user } = seen;
      const { settings } = connectionOf(scope);
      const person = personOf({ ...change, user, addressName: addressNameOf(seen), settings }, false);
      const intent = { kind: change.isPatch ? 'partial report' : 'report' } as const;
      const names = namesGained([wanted.userName, person.email], [user.email, seen.link?.userName ?? '']);
      const sent: SentPerson = { person, userId: id, intent, names };
      return { seen, sent, wanted: { ...wanted, isForgotten: false } };
    };
    return this.write(scope, { find: () => Promise.resolve({ userId: id }), workOut });
  }

  private async write(scope: Scope, call: PersonCall): Promise<WrittenPerson> {
    const { outcome, link } = await this.writer.write(scope, call);
    // The answer of a write shows what other sources have sent, too.
    this.disclosures.note(scope, 'scim', [outcome.user.id]);
    return { kind: outcome.kind, ...this.presenter.present(scope, { user: outcome.user, link }) };
  }

  private async find(scope: Scope, id: string): Promise<Seen> {
    const [seen] = await this.people.find(scope, [{ kind: 'id', value: id }]);
    return requireSeen(scope, id, seen);
  }

  private seenToWrite(scope: Scope, id: string, found: Seen | undefined, ifMatch: string | undefined): Seen {
    const seen = requireSeen(scope, id, found);
    if (ifMatch !== undefined) requireVersion(ifMatch, this.presenter.present(scope, seen).version);
    refuseAdministrator(scope, seen);
    if (seen.link === undefined && !connectionOf(scope).settings.adopts) throw new NotTakenOver(id);
    return seen;
  }

  /** The people who may come back under this externalId (see {@link returningOf}). */
  private async idsCalled(scope: Scope, externalId: string | null): Promise<string[]> {
    if (externalId === null) return [];
    const found = await this.people.find(scope, [{ kind: 'externalId', value: externalId }]);
    return found.map(({ user }) => user.id);
  }
}

function requireSeen(scope: Scope, id: string, seen: Seen | undefined): Seen {
  const isSeen = seen?.link === undefined ? connectionOf(scope).settings.visible === 'all' : isLinked(seen);
  if (seen === undefined || !isSeen) throw new ResourceNotFound('person', id);
  return seen;
}

function refuseTaking(scope: Scope, seen: Seen): void {
  const { id, accountStatus } = seen.user;
  if (isLinked(seen) && accountStatus === 'active')
    throw new NotUnique(`The person exists already, with the id ${id}`);
  if (seen.link === undefined && !connectionOf(scope).settings.adopts)
    throw new NotUnique(`The person exists already, with the id ${id}, and came from another source`);
  refuseAdministrator(scope, seen);
}

function refuseAdministrator(scope: Scope, { user }: Seen): void {
  const role = effectiveRole(user);
  const administers = administrationRoleOf(role) !== undefined;
  if (administers && !connectionOf(scope).settings.mayAdminister) throw new ReadOnlyPerson(role);
}
