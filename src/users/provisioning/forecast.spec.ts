import type { Scope } from '../../tenancy/scope.js';
import type { Outcome } from '../model/outcome.js';
import { type Expectation, Forecast } from './forecast.js';

type Kinds = readonly Outcome['kind'][];

function scopeOf(tenantId: string): Scope {
  return { tenantId, tenant: { resets: 0 } } as unknown as Scope;
}

function after(...batches: Kinds[]): Expectation {
  const forecast = new Forecast();
  for (const kinds of batches) forecast.learn(scopeOf('one'), kinds);
  return forecast.of(scopeOf('one'));
}

function times(count: number, kind: Outcome['kind']): Kinds {
  return Array.from({ length: count }, () => kind);
}

describe('what is expected of the next people', () => {
  it.each<[string, Kinds[], Outcome['kind'] | undefined]>([
    ['nothing before the first batch', [], undefined],
    ['what all of the last batch were', [['updated']], 'updated'],
    ['what half of them were', [['inserted', 'refused']], 'inserted'],
    ['unchanged, when the other half was new', [['inserted', 'unchanged']], 'unchanged'],
    ['nothing, when no kind was half of them', [['inserted', 'updated', 'unchanged']], undefined],
    ['nothing, when all were refused', [['refused', 'refused']], undefined],
    ['what the last batch were, not those before', [times(9, 'inserted'), ['unchanged']], 'unchanged'],
    ['the same as before, after a batch without people', [['updated'], []], 'updated'],
  ])('%s', (_, batches, usual) => {
    expect(after(...batches).usual).toBe(usual);
  });

  it.each<[string, Kinds[], boolean]>([
    ['not before the first batch', [], false],
    ['not after seven new people', [times(7, 'inserted')], false],
    ['after eight', [times(8, 'inserted')], true],
    ['after eight in several batches', [times(3, 'inserted'), times(5, 'inserted')], true],
    ['not once one was known', [times(8, 'inserted'), ['inserted', 'unchanged']], false],
    ['not once one was refused', [times(8, 'inserted'), ['refused']], false],
    [
      'not for seven after one who was known',
      [times(8, 'inserted'), ['updated'], times(7, 'inserted')],
      false,
    ],
  ])('only new people: %s', (_, batches, onlyNew) => {
    expect(after(...batches).onlyNew).toBe(onlyNew);
  });

  it('is remembered of a bounded number of tenants', () => {
    const forecast = new Forecast();
    for (let tenant = 0; tenant <= 10_000; tenant += 1) forecast.learn(scopeOf(`${tenant}`), ['inserted']);
    expect([0, 1, 10_000].map((tenant) => forecast.of(scopeOf(`${tenant}`)).usual)).toEqual([
      undefined,
      'inserted',
      'inserted',
    ]);
  });

  it('is about one tenant', () => {
    const forecast = new Forecast();
    forecast.learn(scopeOf('one'), times(8, 'inserted'));
    expect(forecast.of(scopeOf('other'))).toEqual({ usual: undefined, onlyNew: false });
  });
});
