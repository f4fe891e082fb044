import type { FieldProblem } from '../../errors/refusal.js';
import { NestedList } from '../fields/nested-list.js';
import { CalendarDate, JsonObject, Nested, OneOf, Text, TextList, WholeNumber } from '../fields/fields.js';
import { check, validated } from './validate.js';

class Address {
  @Text(20, { required: true })
  street!: string;

  @CalendarDate()
  validUntil?: string | null;
}

class Customer {
  @Text(10, { required: true })
  name!: string;

  @OneOf(['active', 'inactive'])
  accountStatus?: string | null;

  @WholeNumber(1, 12)
  month?: number | null;

  @TextList()
  tags?: string[] | null;

  @JsonObject()
  custom?: Record<string, unknown> | null;

  @Nested(() => Address)
  address?: Address | null;

  @NestedList(() => Address, 5)
  formerAddresses?: Address[] | null;
}

/** As they are answered, without the rules. */
function problems(source: unknown): readonly FieldProblem[] {
  const result = check(Customer, source);
  if ('value' in result) return [];
  return result.problems.map(({ field, code, message }) => ({ field, code, message }));
}

function fields(source: unknown): string[] {
  return problems(source).map(({ field }) => field);
}

describe('a value that keeps every rule', () => {
  it('comes back as an instance, trimmed, its blank texts cleared and its lists without duplicates', () => {
    const address = { street: ' Elm ', validUntil: '' };
    const result = check(Customer, { name: ' Ann ', tags: [' a', 'b', 'a'], custom: { a: ' ' }, address });

    expect(result).toEqual({
      value: {
        name: 'Ann',
        tags: ['a', 'b'],
        custom: { a: ' ' },
        address: { street: 'Elm', validUntil: null },
      },
    });
    expect('value' in result && result.value).toBeInstanceOf(Customer);
    expect('value' in result && result.value.address).toBeInstanceOf(Address);
  });

  it('has no fields that were not sent', () => {
    expect(Object.keys(validated(Customer, { name: 'Ann' }))).toEqual(['name']);
  });

  it('may hold free JSON with any key', () => {
    const custom = { constructor: 'x', toString: 'y', nested: { constructor: null } };

    expect(check(Customer, { name: 'Ann', custom })).toEqual({ value: { name: 'Ann', custom } });
  });

  it('may hold free JSON up to its limits', () => {
    const custom: unknown = JSON.parse('{"a":[[[[[[[-0]]]]]]]}');

    const result = check(Customer, { name: 'Ann', custom });

    expect(result).toEqual({ value: { name: 'Ann', custom: { a: [[[[[[[0]]]]]]] } } });
  });
});

describe('a whole number beyond what JSON carries exactly', () => {
  const message = 'is a number beyond 9007199254740991, whose digits would be lost; send it as text';

  it('is refused by its own path, wherever it is in free JSON', () => {
    const custom: unknown = JSON.parse(
      '{"id":12345678901234567890,"ok":9007199254740991,"list":[1,{"a b":-1e400}],"a\\nb":1e20}',
    );
    const found = ['custom.id', 'custom.a\\nb', 'custom.list[1].a b'];
    expect(problems({ name: 'Ann', custom })).toEqual(
      found.map((field) => ({ field, code: 'isSafeInteger', message: `${field} ${message}` })),
    );
  });

  it('is not named when the object is refused as a whole', () => {
    expect(fields({ name: 'Ann', custom: { a: 'x'.repeat(17_000), b: 1e20 } })).toEqual(['custom']);
  });
});

describe('an unknown name', () => {
  it.each([
    ['acountStatus', 'accountStatus'],
    ['account_status', 'accountStatus'],
    ['ACCOUNTSTATUS', 'accountStatus'],
    ['Name', 'name'],
    ['nam', 'name'],
    ['tag', 'tags'],
  ])('%s is refused with the suggestion %s', (name, meant) => {
    expect(problems({ name: 'Ann', [name]: 'x' })).toEqual([
      {
        field: name,
        code: 'unknownField',
        message: `${name} is not a known field; did you mean ${meant}?`,
      },
    ]);
  });

  it.each(['shoeSize', 'x', '', 'constructor', 'toString', 'n'.repeat(65)])(
    'that is close to none is refused without a suggestion: %j',
    (name) => {
      const [problem, ...others] = problems({ name: 'Ann', [name]: 'x' });

      expect(problem).toMatchObject({ code: 'unknownField' });
      expect(problem?.message).toMatch(/ is not a known field$/);
      expect(others).toEqual([]);
    },
  );

  it.each(['', ' ', '\u2003'])('that is blank is named in quotation marks: %j', (name) => {
    expect(problems({ name: 'Ann', [name]: 'x' })).toMatchObject([
      { field: `"${name}"`, code: 'unknownField' },
    ]);
  });

  it('of __proto__ is refused as any other, at any level', () => {
    const source: unknown = JSON.parse(
      '{"name":"Ann","__proto__":{"a":1},"address":{"street":"Elm","__proto__":{"a":1}}}',
    );

    expect(fields(source)).toEqual(['__proto__', 'address.__proto__']);
  });

  it('in a nested object is named by its path', () => {
    expect(problems({ name: 'Ann', address: { street: 'Elm', validUntill: null } })).toEqual([
      {
        field: 'address.validUntill',
        code: 'unknownField',
        message: 'address.validUntill is not a known field; did you mean validUntil?',
      },
    ]);
  });
});

describe('a value that breaks rules', () => {
  it('is refused with every failing field, by its path', () => {
    const source = {
      name: 'x'.repeat(11),
      acountStatus: 'active',
      accountStatus: '',
      month: '9',
      tags: ['a', ''],
      custom: [],
      address: { validUntil: '2026-02-30', city: 'x' },
    };

    expect(fields(source).sort()).toEqual([
      'accountStatus',
      'acountStatus',
      'address.city',
      'address.street',
      'address.validUntil',
      'custom',
      'month',
      'name',
      'tags',
    ]);
  });

  it.each([[null], ['x'], [5], [[]], [undefined], [true]])('is no object: %j', (source) => {
    expect(problems(source)).toEqual([
      { field: 'body', code: 'isObject', message: 'The body must be a JSON object' },
    ]);
  });

  it.each(['name', 'month', 'tags', 'custom', 'address'])(
    'is refused by its own rule when %s nests a hundred thousand levels deep',
    (field) => {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
        const found = fields({ name: 'Ann', [field]: JSON.parse(deep) as unknown });

        expect(new Set(found.map((path) => path.split('.')[0]))).toEqual(new Set([field]));
      }
    },
  );

  it.each([[[{ street: 'Elm' }]], ['x'], [5], [true]])(
    'is refused when %j stands for an object',
    (address) => {
      expect(problems({ name: 'Ann', address })).toEqual([
        { field: 'address', code: 'isObject', message: 'address must be an object' },
      ]);
    },
  );

  it('throws in a single request', () => {
    expect(() => validated(Customer, { name: '' })).toThrow('name must not be blank.');
  });
});

describe('a body with very many failing fields', () => {
  const names = (count: number, name: string): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1]));

  it('has suggestions for a hundred of its unknown names, as each takes a comparison with every field', () => {
    const found = problems({ name: 'Ann', ...names(250, 'account') });

    expect(found).toHaveLength(250);
    expect(problems({ name: 'Ann', tagss: 1, ...names(150, 'account') })[0]?.message).toMatch(/mean tags/);
    expect(problems({ name: 'Ann', ...names(150, 'account'), tagss: 1 }).at(-1)?.message).not.toMatch(/mean/);
  });

  it('is refused with a thousand of its failing fields, and how many there are', () => {
    const refuse = (): unknown =>
      validated(Customer, { name: 'Ann', address: { street: 'x', ...names(1500, 'a') } });

    expect(refuse).toThrow(/^1500 fields are not valid, of which the first 1000 are listed; the first: /);
    try {
      refuse();
    } catch (error) {
      expect((error as { details: unknown[] }).details).toHaveLength(1000);
    }
  });

  it.each([
    ['objects', { street: 5 }],
    ['empty objects', {}],
    ['objects of unknown names', { a: 1 }],
    ['numbers', 1],
    ['lists', []],
  ])('with a list of ten thousand %s is checked in part, and refused for its length', (_, item) => {
    const found = problems({ name: 'Ann', formerAddresses: Array.from({ length: 10_000 }, () => item) });

    expect(found.length).toBeLessThan(300);
    expect(found).toContainEqual(
      expect.objectContaining({
        field: 'formerAddresses',
        message: expect.stringMatching(/at most 5 items|objects only/) as unknown,
      }),
    );
  });

  it('is not refused for a required field behind a thousand unknown ones', () => {
    expect(fields({ name: 'Ann', address: { ...names(1000, 'a'), street: 'Elm' } })).not.toContain(
      'address.street',
    );
  });
});

it('no field may take more objects than are checked', () => {
  expect(() => NestedList(() => Address, 256)).toThrow('would not be checked completely');
});
