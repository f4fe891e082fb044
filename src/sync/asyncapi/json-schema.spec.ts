import { jsonSchemaOf } from './json-schema.js';

describe('a schema of OpenAPI', () => {
  it.each([
    [
      { type: 'string', maxLength: 3 },
      { type: 'string', maxLength: 3 },
    ],
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { type: 'string', example: 'a' },
      { type: 'string', examples: ['a'] },
    ],
    [
      { allOf: [{ $ref: '#/components/schemas/A' }], nullable: true },
      { anyOf: [{ allOf: [{ $ref: '#/components/schemas/A' }] }, { type: 'null' }] },
    ],
    [
      { type: 'array', items: { type: 'integer', nullable: true } },
      { type: 'array', items: { type: ['integer', 'null'] } },
    ],
    [
      { type: 'object', required: ['example'], properties: { example: { type: 'string', nullable: true } } },
      { type: 'object', required: ['example'], properties: { example: { type: ['string', 'null'] } } },
    ],
  ])('%j becomes %j', (schema, expected) => {
    expect(jsonSchemaOf(schema)).toEqual(expected);
  });
});
