import { forEachYielding } from '../../concurrency/for-each-yielding.js';
import { InvalidValue } from '../../errors/scim.errors.js';
import type { Filter } from '../filter/filter.js';
import { parsePath } from '../filter/parse-filter.js';
import { applyPatch } from '../patch/apply-patch.js';
import { type Operation, PatchWork } from '../patch/operations.js';
import { isGiven } from '../patch/target-location.js';
import { attributeOf } from '../schema/attribute.js';
import { GROUP_TYPE } from '../schema/group.type.js';
import { refuseUnusable, typedValue } from '../schema/normalise.js';
import { isObject, type Resource, valueIn } from '../schema/resource.js';
import { GROUP } from '../schema/urns.js';

const MEMBERS = 'members';
/** Copying a member for a search takes as long as looking at so many values. */
const COPYING = 3;

/** One change of the list of members. */
type MemberStep =
  | { readonly kind: 'add' | 'replace'; readonly members: readonly Resource[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  /** Conditions that only trying each member answers. */
  | { readonly kind: 'search'; readonly operation: Operation };

/** The operations of a PATCH of a group. */
export interface GroupPatch {
  /** What changes other attributes; they do not depend on the members. */
  readonly others: readonly Operation[];
  readonly steps: readonly MemberStep[];
  /** The members whom the steps are about; undefined where they may be about any. */
  readonly named: readonly string[] | undefined;
}

function isMembers(name: string): boolean {
  const lower = name.trim().toLowerCase();
  return lower === MEMBERS || lower === `${GROUP.toLowerCase()}:${MEMBERS}`;
}

function idOf(member: unknown): unknown {
  return isObject(member) ? valueIn(member, 'value') : member;
}

function membersOf(value: unknown): Resource[] {
  refuseUnusable(value);
  const attribute = attributeOf(GROUP_TYPE, MEMBERS);
  const typed = attribute === undefined ? undefined : typedValue(value, attribute, MEMBERS);
  const members = Array.isArray(typed) ? typed.filter(isObject) : [];
  if (members.some((member) => typeof member['value'] !== 'string'))
    throw new InvalidValue('members.value is required');
  return members;
}

/** The IDs of `value eq "…" or value eq "…"`; undefined for any other filter. */
function idsMeantBy(filter: Filter): string[] | undefined {
  if (filter.kind === 'or') {
    const ids = filter.of.map(idsMeantBy);
    return ids.every((one) => one !== undefined) ? ids.flat() : undefined;
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string')
    return undefined;
  const { urn, name, sub } = filter.attribute;
  const isId = urn === undefined && name?.toLowerCase() === 'value' && sub === undefined;
  return isId ? [filter.value] : undefined;
}

/** A change of all members, or of those that are listed. */
function wholeStep({ op, value }: Operation): MemberStep {
  if (op !== 'remove') return { kind: op, members: membersOf(value) };
  if (!isGiven(value)) return { kind: 'replace', members: [] };
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  return { kind: 'remove', ids: listed.map(idOf).filter((id) => typeof id === 'string') };
}

function stepAt(operation: Operation, path: string): MemberStep | undefined {
  if (isMembers(path)) return wholeStep(operation);
  if (!path.toLowerCase().includes(MEMBERS)) return undefined;
  const { attribute, of, sub } = parsePath(path);
  if (attribute.name?.toLowerCase() !== MEMBERS) return undefined;
  const ids = of === undefined || sub !== undefined ? undefined : idsMeantBy(of);
  if (operation.op === 'remove' && ids !== undefined) return { kind: 'remove', ids };
  return { kind: 'search', operation };
}

/** An operation without a path may change members and other attributes at once. */
function parted(operation: Operation): { others: Operation[]; steps: MemberStep[] } {
  const { op, path, value } = operation;
  if (path !== undefined) {
    const step = stepAt(operation, path);
    return step === undefined ? { others: [operation], steps: [] } : { others: [], steps: [step] };
  }
  if (!isObject(value) || op === 'remove') return { others: [operation], steps: [] };
  const entries = Object.entries(value);
  const ofMembers = entries.filter(([name]) => isMembers(name));
  const searching = entries.filter(([name]) => !isMembers(name) && name.toLowerCase().includes(MEMBERS));
  const rest = entries.filter(([name]) => !name.toLowerCase().includes(MEMBERS));
  return {
    others: rest.length === 0 && entries.length > 0 ? [] : [{ op, value: Object.fromEntries(rest) }],
    steps: [
      ...ofMembers.map(([, inner]) => wholeStep({ op, value: inner })),
      ...searching.map(([name, inner]): MemberStep => {
        const asked = { op, value: Object.fromEntries([[name, inner]]) };
        return { kind: 'search', operation: asked };
      }),
    ],
  };
}

/**
 * Separates the operations on members from the others: a group may have tens of thousands of members, and a provider
 * mostly names one.
 * @throws {InvalidPath} and {@link InvalidValue} when an operation cannot be applied to any group
 */
export function groupPatchOf(operations: readonly Operation[]): GroupPatch {
  const parts = operations.map(parted);
  const steps = parts.flatMap((part) => part.steps);
  const named = new Set<string>();
  let isAll = false;
  for (const step of steps) {
    if (step.kind === 'remove') for (const id of step.ids) named.add(id);
    else if (step.kind === 'add') for (const member of step.members) named.add(String(member['value']));
    else isAll = true;
  }
  return { others: parts.flatMap((part) => part.others), steps, named: isAll ? undefined : [...named] };
}

/**
 * The members after the steps, and yields to other requests between the steps.
 * @param present those of the group whom the steps may be about
 * @throws {TooManySearched} when too many members would have to be looked at
 */
export async function membersAfter(
  steps: readonly MemberStep[],
  present: readonly string[],
): Promise<Resource[]> {
  let members = new Map<string, Resource>(present.map((value) => [value, { value }]));
  const work = new PatchWork();
  const add = (added: readonly Resource[]): void => {
    for (const member of added) {
      const id = String(member['value']);
      if (!members.has(id)) members.set(id, member);
    }
  };
  await forEachYielding(steps, (step) => {
    switch (step.kind) {
      case 'add':
        add(step.members);
        break;
      case 'replace':
        members = new Map();
        add(step.members);
        break;
      case 'remove':
        for (const id of step.ids) members.delete(id);
        break;
      case 'search': {
        work.count(members.size * COPYING);
        const group = { [MEMBERS]: [...members.values()] };
        const changed = applyPatch(group, [step.operation], GROUP_TYPE, work);
        members = new Map();
        add(membersOf(changed[MEMBERS]));
      }
    }
  });
  return [...members.values()];
}
