import { fc } from '../../../test/support/fast-check.js';
import { roundsOf } from '../../../test/support/random.js';
import { externalIdIn } from './unchanged-bodies.service.js';

describe('the externalId of a body that was not parsed', () => {
  it.each([
    ['is what it says', '{"externalId":"S-77","email":"a@b.example"}', 'S-77'],
    ['may stand anywhere on its level', '{"userTags":["a"], "externalId" : "S-77" }', 'S-77'],
    ['may follow white space', ' \t{ "externalId":"S-77"}', 'S-77'],
    ['may be empty', '{"externalId":""}', ''],
    ['is not that of an object within the body', '{"customFields":{"externalId":"S-1"}}', undefined],
    ['is left to the parser behind an object', '{"customFields":{},"externalId":"S-77"}', undefined],
    ['is left to the parser behind a brace', '{"firstName":"{","externalId":"S-77"}', undefined],
    ['is left to the parser when it is there twice', '{"externalId":"S-1","externalId":"S-2"}', undefined],
    ['is not read from a list', '[{"externalId":"S-77"}]', undefined],
    ['is not what a name ends with', '{"x\\"externalId":"S-1"}', undefined],
    [
      'is left to the parser when it is there again in other letters',
      '{"externalId":"A","external\\u0049d":null}',
      undefined,
    ],
    ['is left to the parser when it has an escape', '{"externalId":"S\\u002d77"}', undefined],
    ['is left to the parser when its name has one', '{"external\\u0049d":"S-77"}', undefined],
    ['is no number', '{"externalId":77}', undefined],
    ['is no null', '{"externalId":null,"email":"a@b.example"}', undefined],
    ['is not a text that quotes one', '{"firstName":"\\"externalId\\":\\"S-1\\""}', undefined],
    ['is not an entry of a list', '{"userTags":["externalId","S-1"]}', undefined],
    ['is absent', '{"email":"a@b.example"}', undefined],
  ])('%s', (_, text, expected) => {
    expect(externalIdIn(text)).toBe(expected);
  });

  it('is what the parser reads, if anything', () => {
    const name = fc.constantFrom('externalId', 'email', 'externalId"', '"externalId', '{', 'customFields');
    const value = fc.jsonValue({ depthSize: 'small' });
    const inner = fc.dictionary(
      name,
      fc.oneof(fc.constantFrom('S-1', '950123456', '{"externalId":"S-2"}'), value),
    );
    const body = fc.dictionary(
      name,
      fc.oneof({ weight: 3, arbitrary: fc.string() }, inner, fc.array(inner), value),
    );
    fc.assert(
      fc.property(body, fc.constantFrom(0, 1), (json, indent) => {
        const read = externalIdIn(JSON.stringify(json, null, indent));
        if (read !== undefined) expect(read).toBe(json['externalId']);
      }),
      { numRuns: roundsOf(300) },
    );
  });
});
