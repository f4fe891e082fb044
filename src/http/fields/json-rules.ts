import { encodingProblem } from './text-rules.js';

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
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `must not nest deeper than ${maxDepth} levels`;
    for (const node of level) {
      const problem = textsOf(node).map(encodingProblem).find(Boolean);
      if (problem !== undefined) return problem;
      if (Object.hasOwn(node, '__proto__')) return 'must not have a key named __proto__';
    }
    level = level.flatMap((node) =>
      Object.values(node).filter((child): child is object => typeof child === 'object' && child !== null),
    );
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > maxBytes ? `must be at most ${maxBytes / 1024} KiB as JSON` : undefined;
}
