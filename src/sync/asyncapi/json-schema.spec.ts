import { jsonSchemaOf } from './json-schema.js';

describe('a schema of OpenAPI', () => {
  it.each([
    [
      { type: 'string', maxLength: 3 },
      { type: 'string', maxLength: 3 },
    ],
    [
      { type: 'string', example: 'a' },
      { type: 'string', examples: ['a'] },
    ],
    [
      { type: ['string', 'null'], enum: ['a', null], example: null },
      { type: ['string', 'null'], enum: ['a', null], examples: [null] },
    ],
    [
      { type: 'array', items: { type: 'integer', example: 1 } },
      { type: 'array', items: { type: 'integer', examples: [1] } },
    ],
    [
      { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }], example: { a: 1 } },
      { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }], examples: [{ a: 1 }] },
    ],
    [
      { type: 'object', required: ['example'], properties: { example: { type: 'string', example: 'a' } } },
      { type: 'object', required: ['example'], properties: { example: { type: 'string', examples: ['a'] } } },
    ],
  ])('%j becomes %j', (schema, expected) => {
    expect(jsonSchemaOf(schema)).toEqual(expected);
  });
});
