import { InvalidSyntax, InvalidValue, NoTarget, NotMutable } from '../../errors/scim.errors.js';
import { schemaOf } from '../filter/attribute-name.js';
import type { AttributeName, Path } from '../filter/filter.js';
import { parsePath } from '../filter/parse-filter.js';
import { attributeOf, extensionAttributeOf, extensionOf, type ResourceType } from '../schema/attribute.js';
import { refuseUnusable } from '../schema/normalise.js';
import { isObject, isUnassigned, keyIn, type Resource, setIn } from '../schema/resource.js';
import { type Operation, conditionsIn, PatchWork } from './operations.js';
import { changePart, changeSelected, changeWhole, listAt, type Op, put } from './target-location.js';

/** The object that has the attribute: the resource, or its extension, which is made when it is missing. */
function containerOf(resource: Resource, urn: string | undefined, type: ResourceType): Resource {
  if (urn === undefined || urn.toLowerCase() === type.core.id.toLowerCase()) return resource;
  const key = extensionOf(type, urn)?.id ?? keyIn(resource, urn) ?? urn;
  const present = resource[key];
  if (isObject(present)) return present;
  const made: Resource = {};
  setIn(resource, key, made);
  return made;
}

/** What is changed, and what the operations so far have cost. */
interface Target {
  readonly resource: Resource;
  readonly type: ResourceType;
  readonly work: PatchWork;
}

/**
 * The URN of a schema that is not known here looks like an attribute of a shorter one. It is the schema where the
 * resource has it, and where an object is sent and the resource has no shorter one.
 */
function meantBy(attribute: AttributeName, resource: Resource, value: unknown): AttributeName {
  const schema = schemaOf(attribute);
  if (schema === undefined || attribute.urn === undefined) return attribute;
  const key = keyIn(resource, schema);
  if (key !== undefined) return isObject(resource[key]) && isObject(value) ? { urn: key } : { name: key };
  return isObject(value) && keyIn(resource, attribute.urn) === undefined ? { urn: schema } : attribute;
}

function changeAt(target: Target, op: Op, path: Path, value: unknown): void {
  const { resource, type, work } = target;
  const { urn, name, sub } = meantBy(path.attribute, resource, value);
  const container = containerOf(resource, urn, type);
  work.count(Object.keys(container).length);
  if (name === undefined) {
    changeAll(
      op,
      container,
      value,
      (inner) => ({
        attribute: { ...(urn === undefined ? {} : { urn }), ...inner },
      }),
      target,
    );
    return;
  }
  const isCore = container === resource;
  const attribute = isCore
    ? attributeOf(type, name)
    : extensionAttributeOf(extensionOf(type, urn ?? ''), name);
  if (attribute?.mutability === 'readOnly') throw new NotMutable(attribute.name);
  const location = { container, attribute, key: attribute?.name ?? keyIn(container, name) ?? name };
  work.count(listAt(location).length * conditionsIn(path.of));
  if (path.of !== undefined) changeSelected(op, location, path, value, type);
  else if (sub !== undefined) changePart(op, location, sub, value);
  else changeWhole(op, location, value);
}

/** A schema as the path: all of its attributes go, or those that are named change. */
function changeAll(
  op: Op,
  container: Resource,
  value: unknown,
  pathOf: (inner: { name: string }) => Path,
  target: Target,
): void {
  const isCore = container === target.resource;
  if (op === 'remove' || (isUnassigned(value) && !isCore)) {
    if (isCore) throw new NoTarget('a resource is removed by DELETE');
    for (const key of Object.keys(container)) Reflect.deleteProperty(container, key);
    return;
  }
  if (!isObject(value)) throw new InvalidValue('the value of an operation on a schema must be an object');
  for (const [name, inner] of Object.entries(value)) changeAt(target, op, pathOf({ name }), inner);
}

/** A name of a body without a path: an attribute, `name.givenName`, `emails[type eq "work"].value` or a URN. */
function pathOfName(name: string): Path {
  try {
    return parsePath(name);
  } catch {
    // Attributes that are not known here may have any name.
    return { attribute: { name } };
  }
}

function changeWithoutPath(target: Target, { op, value }: Operation): void {
  if (op === 'remove') throw new NoTarget('remove needs a path');
  if (!isObject(value)) throw new InvalidSyntax('the value of an operation without a path must be an object');
  for (const [name, inner] of Object.entries(value)) {
    const path = pathOfName(name);
    // Providers send the whole resource back, with what they cannot change.
    const isOwn = path.attribute.urn === undefined && path.attribute.name !== undefined;
    const known = isOwn ? attributeOf(target.type, path.attribute.name ?? '') : undefined;
    if (known?.mutability === 'readOnly' || known?.name === 'schemas') continue;
    changeAt(target, op, path, inner);
  }
}

/**
 * Applies the operations in their order (RFC 7644, 3.5.2). A pure function: the resource stays as it is, so a failure
 * changes nothing.
 * @throws {InvalidPath} for a path that is none, {@link NotMutable} for one to what cannot be changed
 * @throws {NoTarget} when an operation has no target, {@link InvalidValue} when a value does not fit it
 * @throws {TooManySearched} when the operations would look at too many values
 */
export function applyPatch(
  resource: Resource,
  operations: readonly Operation[],
  type: ResourceType,
  work = new PatchWork(),
): Resource {
  const changed = structuredClone(resource);
  const target = { resource: changed, type, work };
  for (const operation of operations) {
    refuseUnusable(operation.value);
    const { op, path, value } = operation;
    if (path === undefined) changeWithoutPath(target, operation);
    else changeAt(target, op, parsePath(path), value);
  }
  // Schemas without attributes that are left, or that an operation has begun and left empty.
  for (const key of Object.keys(changed)) if (/^urn:/i.test(key)) put(changed, key, changed[key]);
  return changed;
}
