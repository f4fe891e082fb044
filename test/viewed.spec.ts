import { viewed } from '../pages/src/reference/viewed.js';

describe('a part of the document in the viewer', () => {
  it.each([
    ['a text', 'null', 'null'],
    ['a list', ['array', 'null'], ['array', 'null']],
    [
      'a schema',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['a text of lines', { type: 'string', contentSchema: { type: 'object' } }, { type: 'object' }],
    [
      'a list that may be null',
      { type: ['array', 'null'], items: { type: 'string' }, maxItems: 3, description: 'Names' },
      {
        description: 'Names',
        anyOf: [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, { type: 'null' }],
      },
    ],
    [
      'an object that may be null',
      { type: ['object', 'null'], additionalProperties: true },
      { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
    ],
  ])('is right for %s', (_, part, expected) => {
    expect(viewed(part)).toEqual(expected);
  });
});
