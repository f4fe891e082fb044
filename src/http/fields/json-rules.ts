import 'reflect-metadata';

import { encodingProblem } from './text-rules.js';

const FREE_JSON = 'field:free-json';

/** Marks a field whose value class-transformer must not walk: it takes the callers' keys for those of classes. */
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

/** JSON has one way to store a zero; -0 would differ from what is stored each time it is sent. Nesting must be bounded. */
export function withoutNegativeZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, withoutNegativeZero(child)] as const),
  );
}

/** Far beyond what any field takes, far below what the stack bears. */
export const DEEPEST = 32;

/** A value of free JSON as it is kept; one that nests too deep is left for its rule to refuse. */
export function freeJson(value: unknown): unknown {
  return isDeeperThan(DEEPEST, value) ? value : withoutNegativeZero(value);
}

function textsOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, child]) => (typeof child === 'string' ? [key, child] : [key]));
}

/**
 * What is wrong with a free JSON object, or undefined. Walks level by level, not recursively: a body may nest deeper
 * than the stack is.
 * @param maxDepth levels of objects and arrays, the outermost counted as 1
 */
export function jsonObjectProblem(value: unknown, maxDepth: number, maxBytes: number): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  const tooLarge = `must be at most ${maxBytes / 1024} KiB as JSON`;
  let level: object[] = [value];
  let values = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `must not nest deeper than ${maxDepth} levels`;
    for (const node of level) {
      // Each value takes two bytes, itself and a comma.
      values += Object.keys(node).length;
      if (2 * values > maxBytes) return tooLarge;
      const problem = textsOf(node).map(encodingProblem).find(Boolean);
      if (problem !== undefined) return problem;
      if (Object.hasOwn(node, '__proto__')) return 'must not have a key named __proto__';
    }
    level = level.flatMap((node) =>
      Object.values(node).filter((child): child is object => typeof child === 'object' && child !== null),
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > maxBytes ? tooLarge : undefined;
}

/** Where a number of a value of free JSON is: names of members, and places in lists. */
export type JsonPath = readonly (string | number)[];

/** More of them are not named: what an answer says stays in proportion to what was sent. */
const MOST_NAMED = 100;

/**
 * Where whole numbers are whose digits were lost when the JSON was read: beyond 2^53-1 several of them are read as the
 * same number, and 1e400 as Infinity. Each number beyond it is whole, whatever was written. Level by level, like
 * {@link jsonObjectProblem}, which refuses what nests deeper than this looks.
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
