import { TransformationType } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';

import { NotCompilable } from './compiled-validator-error.js';
import { freeJson, isFreeJson } from '../fields/json-rules.js';
import type { DtoClass } from './dto-class.js';

/** Reads the value of a field from the body. */
export type Read = (sent: unknown, body: object) => unknown;

/** Returned in place of a value that only class-transformer can read. */
export const UNREAD = Symbol('unread');

const TO_CLASS = TransformationType.PLAIN_TO_CLASS;

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function readPlain(sent: unknown): unknown {
  if (isScalar(sent)) return sent;
  return Array.isArray(sent) && sent.every(isScalar) ? sent.slice() : UNREAD;
}

type Transforms = ReturnType<typeof defaultMetadataStorage.findTransformMetadatas>;

function transformsOf(dto: DtoClass<object>, name: string): Transforms {
  const transforms = defaultMetadataStorage.findTransformMetadatas(dto, name, TO_CLASS);
  if (transforms.some(({ options }) => Object.keys(options).length > 0))
    throw new NotCompilable(`${dto.name}.${name} has a transformation with options`);
  return transforms;
}

function transformedBy(key: string, transforms: Transforms): Read {
  return (sent, obj) => {
    let value = readPlain(sent);
    if (value === UNREAD) return UNREAD;
    for (const { transformFn } of transforms)
      value = transformFn({ value, key, obj, type: TO_CLASS, options: {} }) as unknown;
    return value;
  };
}

function nestedBy(build: (sent: object) => object | undefined): Read {
  const readOne = (sent: unknown): unknown =>
    isScalar(sent) || Array.isArray(sent) ? UNREAD : (build(sent as object) ?? UNREAD);
  return (sent) => {
    if (sent === null || sent === undefined) return sent;
    if (!Array.isArray(sent)) return readOne(sent);
    const items: unknown[] = [];
    for (const item of sent) {
      const read = readOne(item);
      if (read === UNREAD) return UNREAD;
      items.push(read);
    }
    return items;
  };
}

/**
 * The DTO class of a field; undefined when it has none.
 * @throws {NotCompilable} when the field has a type that is not one DTO class
 */
export function nestedTypeOf(dto: DtoClass<object>, name: string): DtoClass<object> | undefined {
  const [type] = [defaultMetadataStorage.findTypeMetadata(dto, name)].filter(Boolean);
  if (type === undefined) return undefined;
  const { typeFunction, options } = type;
  const isCollection = type.reflectedType === Map || type.reflectedType === Set;
  // A function with parameters chooses the type by the value.
  const isFixed = typeof typeFunction === 'function' && typeFunction.length === 0;
  if (isCollection || !isFixed || Object.keys(options).length > 0)
    throw new NotCompilable(`${dto.name}.${name} has a type other than one DTO class`);
  return typeFunction() as DtoClass<object>;
}

/**
 * The function that reads a field as class-transformer does.
 * @param isOfBody false within another DTO, where free JSON is read like any other value
 * @param compile creates the reader of a nested DTO
 * @throws {NotCompilable} when the field's decorators use something that is not compiled
 */
export function readerOf(
  dto: DtoClass<object>,
  name: string,
  isOfBody: boolean,
  compile: (nested: DtoClass<object>) => (sent: object) => object | undefined,
): Read {
  if (name in (dto.prototype as object)) throw new NotCompilable(`${dto.name}.${name} is in the prototype`);
  if (isOfBody && isFreeJson(dto, name)) return freeJson;
  const type = nestedTypeOf(dto, name);
  const transforms = transformsOf(dto, name);
  if (type === undefined) return transformedBy(name, transforms);
  if (transforms.length > 0) throw new NotCompilable(`${dto.name}.${name} transforms a DTO`);
  return nestedBy(compile(type));
}

/**
 * Refuses a DTO class whose fields are exposed or excluded.
 * @throws {NotCompilable} when a decorator exposes or excludes fields
 */
export function refuseExposure(dto: DtoClass<object>): void {
  const named = [
    ...defaultMetadataStorage.getExposedMetadatas(dto),
    ...defaultMetadataStorage.getExcludedMetadatas(dto),
  ];
  if (named.length > 0 || defaultMetadataStorage.getStrategy(dto) !== 'none')
    throw new NotCompilable(`${dto.name} exposes or excludes fields`);
}
