import { InvalidValue } from '../../errors/scim.errors.js';
import { textProblem, unmistakableProblem } from '../../http/fields/text-rules.js';
import { emailKeyOf } from '../../users/model/user-ids.js';
import { keptOf } from '../schema/kept.js';
import { listIn, textIn, type Resource } from '../schema/resource.js';
import type { ScimGroup } from './scim-group.entity.js';

const LONGEST_NAME = 254;
/** Attributes that have a place of their own. */
const OWN = ['members', 'displayName'];

/** What a resource says about a group. */
export interface WantedGroup {
  readonly content: Pick<ScimGroup, 'displayName' | 'displayNameKey' | 'externalId' | 'kept'>;
  readonly members: readonly string[];
}

/** @throws {InvalidValue} when an attribute is not valid or a member is no person */
export function wantedBy(resource: Resource): WantedGroup {
  const displayName = textIn(resource, 'displayName');
  if (displayName === undefined) throw new InvalidValue('displayName is required');
  const problem = unmistakableProblem(displayName, LONGEST_NAME);
  if (problem !== undefined) throw new InvalidValue(`displayName ${problem}`);
  const externalId = textIn(resource, 'externalId') ?? null;
  const ofId = externalId === null ? undefined : textProblem(externalId, LONGEST_NAME);
  if (ofId !== undefined) throw new InvalidValue(`externalId ${ofId}`);
  const others = Object.fromEntries(Object.entries(resource).filter(([name]) => !OWN.includes(name)));
  const content = { displayName, displayNameKey: emailKeyOf(displayName), externalId, kept: keptOf(others) };
  return { content, members: membersIn(resource) };
}

function membersIn(resource: Resource): string[] {
  const members = listIn(resource, 'members').map((member) => {
    if (textIn(member, 'type')?.toLowerCase() === 'group')
      throw new InvalidValue('members must be people; groups within groups are not kept');
    const value = textIn(member, 'value');
    if (value === undefined) throw new InvalidValue('members.value is required');
    return value;
  });
  return [...new Set(members)];
}
