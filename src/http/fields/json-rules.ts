import 'reflect-metadata';

import { type Sentence, sentence } from '../../texts/sentence.js';
import { noEncoding } from './text-rules.js';

const FREE_JSON = 'field:free-json';

/** Marks a field that class-transformer must not convert: it would take callers' keys for members of classes. */
export function FreeJson(): PropertyDecorator {
  return (target, name) => {
    Reflect.defineMetadata(FREE_JSON, true, target, name);
  };
}

export function isFreeJson(dto: new () => object, name: string): boolean {
  return Reflect.hasMetadata(FREE_JSON, dto.prototype as object, name);
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** Whether a value nests deeper, counting a list or object of plain values as one level. */
function isDeeperThan(levels: number, value: unknown): boolean {
  return levels < 0 || childrenOf(value).some((child) => isDeeperThan(levels - 1, child));
}

/** A database stores -0 as 0, so -0 would count as a change each time. The nesting of the value must be bounded. */
export function withoutNegativeZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, withoutNegativeZero(child)] as const),
  );
}

/** Far beyond what any field accepts, far below what overflows the stack. */
export const DEEPEST = 32;

/** A value of free JSON as it is stored; one that nests too deep is returned unchanged, for its rule to refuse. */
export function freeJson(value: unknown): unknown {
  return isDeeperThan(DEEPEST, value) ? value : withoutNegativeZero(value);
}

function textsOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, child]) => (typeof child === 'string' ? [key, child] : [key]));
}

/** Members of a free JSON object itself, not of what it holds: as many as a file may have columns. */
export const MOST_MEMBERS = 500;

/**
 * What is wrong with a free JSON object, or undefined. Not recursive, as a body may nest deeper than the stack.
 * @param maxDepth levels of objects and arrays, the outermost counted as 1
 */
export function noJsonObject(value: unknown, maxDepth: number, maxBytes: number): Sentence | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return sentence('must be an object');
  if (Object.keys(value).length > MOST_MEMBERS)
    return sentence('must have at most {most} members', { most: String(MOST_MEMBERS) });
  const tooLarge = sentence('must be at most {most} KiB as JSON', { most: String(maxBytes / 1024) });
  let level: object[] = [value];
  let values = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth)
      return sentence('must not nest deeper than {most} levels', { most: String(maxDepth) });
    for (const node of level) {
      // Each value takes two bytes, itself and a comma.
      values += Object.keys(node).length;
      if (2 * values > maxBytes) return tooLarge;
      const problem = textsOf(node).map(noEncoding).find(Boolean);
      if (problem !== undefined) return problem;
      if (Object.hasOwn(node, '__proto__')) return sentence('must not have a key named __proto__');
    }
    level = level.flatMap((node) =>
      Object.values(node).filter((child): child is object => typeof child === 'object' && child !== null),
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > maxBytes ? tooLarge : undefined;
}

/** The path of a number in free JSON: names of members, and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** The most numbers that an answer names, so that its size stays in proportion to the body. */
const MOST_NAMED = 100;

/**
 * The paths of numbers that lost digits when the JSON was parsed: beyond 2^53-1 several are parsed as the same
 * number, and 1e400 as Infinity. Not recursive, like {@link noJsonObject}, which refuses what nests deeper than
 * this reads.
 */
export function inexactIntegers(value: unknown): JsonPath[] {
  const found: JsonPath[] = [];
  let level: [JsonPath, unknown][] = [[[], value]];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const next: [JsonPath, unknown][] = [];
    for (const [path, node] of level) {
      if (typeof node === 'number' && Math.abs(node) > Number.MAX_SAFE_INTEGER) found.push(path);
      else if (Array.isArray(node)) node.forEach((child, index) => next.push([[...path, index], child]));
      else if (typeof node === 'object' && node !== null)
        for (const [name, child] of Object.entries(node)) next.push([[...path, name], child]);
      if (found.length >= MOST_NAMED) return found;
    }
    level = next;
  }
  return found;
}
