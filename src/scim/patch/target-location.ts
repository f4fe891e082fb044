import { InvalidValue, NoTarget } from '../../errors/scim.errors.js';
import type { Filter, Path } from '../filter/filter.js';
import { valuePredicateOf } from '../filter/predicate.js';
import { type Attribute, type ResourceType, subAttributeOf, valuePartOf } from '../schema/attribute.js';
import { canonicalJson } from '../../http/json/canonical-json.js';
import { isWithoutValue, MOST_VALUES, typedValue } from '../schema/normalise.js';
import {
  asBoolean,
  isObject,
  isUnassigned,
  keyIn,
  type Resource,
  setIn,
  valueIn,
} from '../schema/resource.js';
import type { Operation } from './operations.js';

export type Op = Operation['op'];

/** Where an operation acts: a member of an object, with what its schema says about it. */
export interface TargetLocation {
  readonly container: Resource;
  readonly key: string;
  readonly attribute: Attribute | undefined;
}

function typed(value: unknown, attribute: Attribute | undefined, label: string): unknown {
  if (attribute === undefined) return isUnassigned(value) ? undefined : value;
  return typedValue(value, attribute, label);
}

export function put(container: Resource, key: string, value: unknown): void {
  const isEmpty = isUnassigned(value) || (isObject(value) && Object.keys(value).length === 0);
  if (isEmpty) Reflect.deleteProperty(container, key);
  else setIn(container, key, value);
}

/** Whether a `remove` says what goes: without a value all goes, while blank texts and empty lists name nothing. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function listAt({ container, key }: TargetLocation): unknown[] {
  const value = container[key];
  return Array.isArray(value) ? value : isUnassigned(value) ? [] : [value];
}

function plain(value: unknown): unknown {
  return isObject(value) ? (valueIn(value, 'value') ?? value) : value;
}

function isPrimary(value: unknown): boolean {
  return isObject(value) && asBoolean(valueIn(value, 'primary')) === true;
}

/** At most one value is primary (RFC 7643, 2.4): the one that was set last. */
function withOnePrimary(values: readonly unknown[], latest: readonly unknown[]): unknown[] {
  const preferred = latest.findLast(isPrimary);
  if (preferred === undefined) return [...values];
  return values.map((value) =>
    value === preferred || !isPrimary(value) ? value : { ...(value as Resource), primary: false },
  );
}

/** Members of a list: a value that is there already is not added again. */
function addTo(location: TargetLocation, added: readonly unknown[]): void {
  const { container, key } = location;
  const present = listAt(location);
  // A member is the same whatever else is sent with its ID.
  const isMembers = location.attribute?.name === 'members';
  const keyOf = (value: unknown): unknown => (isMembers ? plain(value) : canonicalJson(value));
  const keys = new Set(present.map(keyOf));
  const fresh = added.filter((value) => !keys.has(keyOf(value)));
  if (!isMembers && present.length + fresh.length > MOST_VALUES)
    throw new InvalidValue(`${key} must be a list of at most ${MOST_VALUES} values`);
  put(container, key, withOnePrimary([...present, ...fresh], fresh));
}

function removeFrom(location: TargetLocation, value: unknown): void {
  const { container, key } = location;
  const gone: unknown[] = (Array.isArray(value) ? value : [value]).map(plain);
  const keyOf = (one: unknown): unknown => (isObject(one) ? canonicalJson(one) : one);
  const keys = new Set(gone.map(keyOf));
  const isGone = (one: unknown): boolean => keys.has(keyOf(plain(one)));
  put(
    container,
    key,
    listAt(location).filter((one) => !isGone(one)),
  );
}

/** Parts that are not named stay as they are (RFC 7644, 3.5.2.3). */
function mergeInto(
  target: Resource,
  source: Resource,
  attribute: Attribute | undefined,
  label: string,
): void {
  for (const [name, value] of Object.entries(source)) {
    const part = subAttributeOf(attribute, name);
    const key = part?.name ?? keyIn(target, name) ?? name;
    put(target, key, typed(value, part, `${label}.${key}`));
  }
}

export function changeWhole(op: Op, location: TargetLocation, value: unknown): void {
  const { container, key, attribute } = location;
  const isList = attribute?.multiValued ?? Array.isArray(container[key]);
  if (op === 'remove') {
    if (isList && isGiven(value)) removeFrom(location, value);
    else put(container, key, undefined);
    return;
  }
  const sent = typed(value, attribute, key);
  if (isList) {
    const values: unknown[] = Array.isArray(sent) ? sent : isUnassigned(sent) ? [] : [sent];
    if (op === 'add') addTo(location, values);
    else put(container, key, withOnePrimary(values, values));
    return;
  }
  const present = container[key];
  if (isObject(value) && attribute?.type === 'complex' && !isWithoutValue(value, attribute)) {
    const merged = isObject(present) ? { ...present } : {};
    mergeInto(merged, value, attribute, key);
    put(container, key, merged);
  } else put(container, key, sent);
}

/** The value with another part; empty when it has lost the `value` that it stands for. */
function setPart(target: Resource, op: Op, sub: string, value: unknown, location: TargetLocation): Resource {
  const part = subAttributeOf(location.attribute, sub);
  // Providers map the name of a manager; a refusal would also refuse what else the PATCH changes.
  if (part?.mutability === 'readOnly') return target;
  const key = part?.name ?? keyIn(target, sub) ?? sub;
  const changed = { ...target };
  put(changed, key, op === 'remove' ? undefined : typed(value, part, `${location.key}.${key}`));
  const isEmptied = part !== undefined && part === valuePartOf(location.attribute) && !(key in changed);
  return isEmptied ? {} : changed;
}

/** `name.givenName`; of a list without conditions, the part of every value. */
export function changePart(op: Op, location: TargetLocation, sub: string, value: unknown): void {
  const { container, key, attribute } = location;
  const present = container[key];
  if (attribute?.multiValued === true || Array.isArray(present)) {
    const all = listAt(location);
    const targets = all.length === 0 && op !== 'remove' ? [{}] : all;
    const changed = targets.map((one) =>
      setPart(isObject(one) ? one : { value: one }, op, sub, value, location),
    );
    put(
      container,
      key,
      changed.filter((one) => Object.keys(one).length > 0),
    );
    return;
  }
  put(container, key, setPart(isObject(present) ? present : {}, op, sub, value, location));
}

/** The parts that a value has for certain when it meets these conditions; undefined when they do not say. */
function impliedBy(filter: Filter, attribute: Attribute | undefined): Resource | undefined {
  if (filter.kind === 'compare' && filter.operator === 'eq' && filter.attribute.name !== undefined) {
    const part = subAttributeOf(attribute, filter.attribute.name);
    const { value } = filter;
    return { [part?.name ?? filter.attribute.name]: part?.type === 'boolean' ? asBoolean(value) : value };
  }
  if (filter.kind !== 'and') return undefined;
  const all = filter.of.map((one) => impliedBy(one, attribute));
  if (all.some((one) => one === undefined)) return undefined;
  return Object.assign({}, ...all) as Resource;
}

/** What the values that meet the conditions become; undefined for one that goes. */
function changedValue(
  op: Op,
  one: unknown,
  implied: Resource,
  path: Path,
  value: unknown,
  location: TargetLocation,
): unknown {
  const target = isObject(one) ? one : { value: one };
  if (path.sub !== undefined) return setPart(target, op, path.sub, value, location);
  if (op === 'remove' || isUnassigned(value)) return undefined;
  if (isWithoutValue(value, location.attribute)) return undefined;
  if (!isObject(value)) throw new InvalidValue(`${location.key} must be an object`);
  const merged = op === 'add' ? { ...target } : { ...implied };
  mergeInto(merged, value, location.attribute, location.key);
  return merged;
}

export function changeSelected(
  op: Op,
  location: TargetLocation,
  path: Path,
  value: unknown,
  type: ResourceType,
): void {
  const { container, key, attribute } = location;
  const { of } = path;
  if (of === undefined) return;
  const isMeant = valuePredicateOf(of, type, attribute);
  const values = listAt(location);
  const meant = values.filter((one) => isMeant(isObject(one) ? one : { value: one }));
  const implied = impliedBy(of, attribute);
  if (meant.length === 0) {
    if (op === 'remove' || isUnassigned(value)) return;
    // Entra ID replaces a value that is not there yet and expects that it is there afterwards.
    if (implied === undefined)
      throw new NoTarget(`no value of ${key} meets the conditions, and they do not say how one would look`);
    const created = changedValue(op, implied, implied, path, value, location);
    put(container, key, withOnePrimary([...values, created], [created]));
    return;
  }
  const changed: unknown[] = [];
  const result = values.flatMap((one) => {
    if (!meant.includes(one)) return [one];
    const after = changedValue(op, one, implied ?? {}, path, value, location);
    if (isUnassigned(after) || (isObject(after) && Object.keys(after).length === 0)) return [];
    changed.push(after);
    return [after];
  });
  put(container, key, withOnePrimary(result, changed));
}
