import { NotCompilable } from './compiled-validator-error.js';
import { type Read, readerOf, refuseExposure, UNREAD } from './compiled-validator-reading.js';
import { rulesOf, type Verdict, verdictOf } from './compiled-validator-rules.js';
import type { DtoClass } from './dto-class.js';

/**
 * Makes the DTO of an object that keeps every rule. Undefined: it breaks one, or has a value that is not read here; then
 * class-transformer and class-validator have to say. So a doubt costs time and never changes an answer.
 */
export type Compiled = (sent: object) => object | undefined;

interface Field {
  readonly read: Read;
  readonly keepsRules: Verdict;
}

function make(dto: DtoClass<object>, fields: ReadonlyMap<string, Field>, sent: object): object | undefined {
  const made = new dto() as Record<string, unknown>;
  for (const name of Object.keys(sent)) {
    const field = fields.get(name);
    if (field === undefined) return undefined;
    const value = field.read((sent as Readonly<Record<string, unknown>>)[name], sent);
    if (value === UNREAD) return undefined;
    made[name] = value;
  }
  for (const [name, { keepsRules }] of fields) if (!keepsRules(made[name], made)) return undefined;
  return made;
}

/** @param outer the DTO classes around it */
function compiledWithin(outer: readonly DtoClass<object>[], dto: DtoClass<object>): Compiled {
  if (outer.includes(dto)) throw new NotCompilable(`${dto.name} contains itself`);
  refuseExposure(dto);
  const rules = rulesOf(dto);
  if (rules.size === 0) throw new NotCompilable(`${dto.name} has no rules`);
  const isBody = outer.length === 0;
  const compileNested = (nested: DtoClass<object>): Compiled => compiledWithin([...outer, dto], nested);
  const fields = new Map<string, Field>();
  for (const [name, ofField] of rules)
    fields.set(name, {
      read: readerOf(dto, name, isBody, compileNested),
      keepsRules: verdictOf(dto, ofField),
    });
  return (sent) => make(dto, fields, sent);
}

/**
 * Compiles what the decorators of a DTO class say, once and for all.
 * @throws {NotCompilable} when they say something that is not known here
 */
export function compile(dto: DtoClass<object>): Compiled {
  return compiledWithin([], dto);
}
