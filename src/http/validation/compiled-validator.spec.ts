import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { IsArray, IsDefined, IsInt, IsString, registerDecorator, ValidateNested } from 'class-validator';

import { fc } from '../../../test/support/fast-check.js';
import { compile } from './compiled-validator.js';
import { NotCompilable } from './compiled-validator-error.js';
import { rulesOf } from './compiled-validator-rules.js';
import { check, checkByLibraries } from './validate.js';
import type { DtoClass } from './dto-class.js';

/** The number of random bodies of each DTO class. */
const BODIES = Number(process.env.RANDOM_BODIES ?? 50);

const SOURCES = join(import.meta.dirname, '../..');
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
const exported: unknown[] = [];
// One after the other: Jest cannot load a module twice at the same time.
for (const file of files.filter((name) => /(\.dto|-query)\.ts$/.test(name)))
  exported.push(...Object.values((await import(join(SOURCES, file))) as Record<string, unknown>));

const dtos = exported
  .filter(
    (one): one is DtoClass<object> => typeof one === 'function' && rulesOf(one as DtoClass<object>).size > 0,
  )
  .map((dto) => ({ name: dto.name, dto }));

const TEXTS = [
  'Ann',
  ' Lee\n',
  'M.',
  'ann.lee@example.edu',
  'example.edu',
  'snake_case',
  '950000001',
  '12',
  'true',
];
const DATES = ['2026-02-03', ' 2028-02-29', '2026-02-30', '2026-02-03T09:30:00.000Z'];
const CANDIDATES: readonly unknown[] = [
  ...TEXTS,
  ...DATES,
  'x'.repeat(43),
  1,
  7,
  2024,
  true,
  false,
  null,
  undefined,
  -0,
  { a: { b: [2 ** 53, -Infinity] } },
  { a: 2 ** 53 - 1 },
  'zero\u200bwidth',
  '\u200b',
  '..',
  [],
  ['a', ' a', 'b'],
  ['1', '2'],
  {},
  { a: { constructor: [-0, { toString: null }] } },
];

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...CANDIDATES),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\ud800',
    'a\u0000b',
    1.5,
    Infinity,
    NaN,
    101,
    99_999,
    [[]],
    [{}],
    [[{}]],
    [null],
  ),
  fc.constantFrom<unknown>(
    { constructor: 'x' },
    JSON.parse('{"__proto__":{"a":1}}'),
    { then: 1 },
    { length: 1 },
  ),
  fc.constantFrom(64, 65, 100, 101, 200, 201, 255, 256, 1000, 1001).map((length) => '😀'.repeat(length)),
  fc.constantFrom(100, 101, 201).map((length) => Array.from({ length }, (_, index) => String(index))),
  fc.integer({ min: 1, max: 60 }).map(nested),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.array(fc.oneof(fc.constantFrom<unknown>(...CANDIDATES), fc.jsonValue({ maxDepth: 1 })), {
    maxLength: 4,
  }),
  fc.jsonValue({ maxDepth: 3 }),
);

const unknownName = fc.oneof(
  fc.constantFrom('constructor', '__proto__', 'toString', 'then', '', 'emial', 'Name', 'statusses'),
  fc.string({ maxLength: 5 }),
);

function failing(dto: DtoClass<object>, body: object): string[] {
  const result = checkByLibraries(dto, body);
  return 'problems' in result ? result.problems.map(({ field }) => field) : [];
}

interface Documentation {
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
}

function documentedValues(dto: DtoClass<object>, name: string): unknown[] {
  const documentation: unknown = Reflect.getMetadata(
    'swagger/apiModelProperties',
    dto.prototype as object,
    name,
  );
  const { enum: names = [], example } = (documentation ?? {}) as Documentation;
  return [...names, ...names.map((one) => ` ${String(one)}`), [...names], example];
}

type Bodies = (dto: DtoClass<object>) => fc.Arbitrary<object>;

/** Random values of a nested DTO; undefined for a field of another type. */
function nestedValues(
  dto: DtoClass<object>,
  name: string,
  bodies: Bodies,
): fc.Arbitrary<unknown> | undefined {
  const [type] = [defaultMetadataStorage.findTypeMetadata(dto, name)].filter(Boolean);
  if (type === undefined) return undefined;
  const body = bodies(type.typeFunction() as DtoClass<object>);
  // A problem of an object in a list has a path, such as items[0].name.
  const isList = !failing(dto, { [name]: [{}] }).includes(name);
  return isList ? fc.array(body, { minLength: 1, maxLength: 3 }) : body;
}

/** Values that a field accepts, found by trying. */
function goodValues(dto: DtoClass<object>, name: string): fc.Arbitrary<unknown> {
  const taken = [...CANDIDATES, ...documentedValues(dto, name)].filter(
    (value) => !failing(dto, { [name]: value }).includes(name),
  );
  return nestedValues(dto, name, goodBody) ?? fc.constantFrom(...(taken.length > 0 ? taken : [undefined]));
}

const goodFields = new Map<DtoClass<object>, Map<string, fc.Arbitrary<unknown>>>();

function goodFieldsOf(dto: DtoClass<object>): Map<string, fc.Arbitrary<unknown>> {
  let fields = goodFields.get(dto);
  if (fields === undefined) {
    fields = new Map([...rulesOf(dto).keys()].map((name) => [name, goodValues(dto, name)] as const));
    goodFields.set(dto, fields);
  }
  return fields;
}

function goodBody(dto: DtoClass<object>): fc.Arbitrary<object> {
  const requiredKeys = failing(dto, {});
  return fc.record(Object.fromEntries(goodFieldsOf(dto)), { requiredKeys });
}

function withField(body: object, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(body).filter(([other]) => other !== name), [name, value]]);
}

/** A valid body, one with a mistake, or one in which every field may have any value. */
function anyBody(dto: DtoClass<object>): fc.Arbitrary<object> {
  const fields = [...goodFieldsOf(dto)].map(([name, goodOnes]) => {
    const values = fc.oneof(goodOnes, nestedValues(dto, name, anyBody) ?? anything, anything);
    return fc.tuple(fc.constant(name), values);
  });
  const field = fc.oneof(...fields, fc.tuple(unknownName, anything));
  const good = goodBody(dto);
  return fc.oneof(
    good,
    fc.tuple(good, field).map(([body, [name, value]]) => withField(body, name, value)),
    fc.array(field, { maxLength: fields.length + 2 }).map((entries) => Object.fromEntries(entries)),
  );
}

describe.each(dtos)('$name', ({ dto }) => {
  it('gives random bodies the verdict, the messages and the values of class-validator', () => {
    const compiled = compile(dto);
    let [accepted, refused] = [0, 0];
    fc.assert(
      fc.property(anyBody(dto), (body) => {
        const expected = checkByLibraries(dto, body);
        if ('value' in expected) accepted += 1;
        else refused += 1;
        const agrees = isDeepStrictEqual(check(dto, body), expected);
        return agrees && (compiled(body) !== undefined) === 'value' in expected;
      }),
      { numRuns: BODIES },
    );
    expect(Math.min(accepted, refused)).toBeGreaterThan(BODIES / 20);
  });
});

it('A DTO shares no list with the body', () => {
  class Listing {
    @IsArray()
    list!: string[];
  }
  const list = ['a'];

  const made = compile(Listing)({ list });

  list.push('b');
  expect(made).toEqual({ list: ['a'] });
});

class Inner {
  @IsInt()
  n!: number;
}

function Later(): PropertyDecorator {
  return (target, propertyName) => {
    const validator = { validate: () => Promise.resolve(true) };
    const options = { name: 'later', async: true, validator };
    registerDecorator({ ...options, target: target.constructor, propertyName: String(propertyName) });
  };
}

/** A DTO class with a field `a` that has these decorators. */
function dtoWith(...decorators: PropertyDecorator[]): DtoClass<object> {
  class Decorated {
    a?: unknown;
  }
  for (const decorate of [IsString(), ...decorators]) decorate(Decorated.prototype, 'a');
  return Decorated;
}

describe('A class that cannot be compiled is left to class-validator:', () => {
  const yes = (): boolean => true;
  it.each<[string, DtoClass<object>]>([
    ['a rule of a group', dtoWith(IsInt({ groups: ['x'] }))],
    ['a rule with a condition of its own', dtoWith(IsInt({ validateIf: yes }))],
    ['another kind of rule', dtoWith(IsDefined())],
    ['a rule that answers later', dtoWith(Later())],
    ['a name that is exposed', dtoWith(Expose({ name: 'b' }))],
    ['a name that is excluded', dtoWith(Exclude())],
    [
      'a transformation for some cases',
      dtoWith(Transform(({ value }) => value as unknown, { groups: ['x'] })),
    ],
    ['a type that is no DTO', dtoWith(Type(() => Date))],
    ['a type that depends on the value', dtoWith(Type((help) => (help?.object.b ? Inner : Date)))],
    ['a type by name', dtoWith(Type(() => Inner, { keepDiscriminatorProperty: true }))],
    [
      'a nested DTO that is transformed',
      dtoWith(
        Type(() => Inner),
        ValidateNested(),
        Transform(yes),
      ),
    ],
  ])('%s', (_, dto) => {
    expect(() => compile(dto)).toThrow(NotCompilable);
    expect(check(dto, { a: 5 })).toEqual(checkByLibraries(dto, { a: 5 }));
    expect(check(dto, { a: 5 })).toHaveProperty('problems');
  });
});
