import { NotCompilable } from './compiled-validator-error.js';
import { type Read, readerOf, refuseExposure, UNREAD } from './compiled-validator-reading.js';
import { type FieldTest, fieldTestOf, rulesOf } from './compiled-validator-rules.js';
import type { DtoClass } from './dto-class.js';

/**
 * Creates the DTO of an object that satisfies every rule. Undefined when it breaks a rule, or has a value that is not
 * read here: then class-transformer and class-validator decide, so a wrong doubt costs time and never changes an
 * answer.
 */
export type Compiled = (sent: object) => object | undefined;

interface Field {
  readonly read: Read;
  readonly keepsRules: FieldTest;
}

function build(dto: DtoClass<object>, fields: ReadonlyMap<string, Field>, sent: object): object | undefined {
  const built = new dto() as Record<string, unknown>;
  for (const name of Object.keys(sent)) {
    const field = fields.get(name);
    if (field === undefined) return undefined;
    const value = field.read((sent as Readonly<Record<string, unknown>>)[name], sent);
    if (value === UNREAD) return undefined;
    built[name] = value;
  }
  for (const [name, { keepsRules }] of fields) if (!keepsRules(built[name], built)) return undefined;
  return built;
}

/** @param outer the DTO classes that contain it */
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
      keepsRules: fieldTestOf(dto, ofField),
    });
  return (sent) => build(dto, fields, sent);
}

/**
 * Compiles the decorators of a DTO class into one function.
 * @throws {NotCompilable} when they use something that is not compiled
 */
export function compile(dto: DtoClass<object>): Compiled {
  return compiledWithin([], dto);
}
