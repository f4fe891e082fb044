import { chooseRoute, type RouteName } from './batch-routes.js';
import type { Expectation } from './forecast.js';

const YES = true;
const NO = false;

it.each<[Expectation['usual'], boolean, boolean, boolean, boolean, RouteName]>([
  // usual, only new, can insert unseen, has a rule of its own, has failed
  [undefined, NO, YES, NO, NO, 'look first'],
  ['unchanged', NO, YES, NO, NO, 'look first'],
  ['refused', NO, YES, NO, NO, 'look first'],
  ['inserted', NO, YES, NO, NO, 'lock first'],
  ['updated', NO, YES, NO, NO, 'lock first'],
  ['updated', NO, NO, NO, NO, 'lock first'],
  ['inserted', YES, YES, NO, NO, 'insert unseen'],
  ['inserted', YES, NO, NO, NO, 'lock first'],
  ['inserted', YES, YES, NO, YES, 'lock first'],
  ['updated', NO, YES, NO, YES, 'lock first'],
  ['unchanged', NO, YES, YES, NO, 'lock first'],
  ['inserted', YES, YES, YES, NO, 'insert unseen'],
  ['unchanged', NO, YES, YES, YES, 'lock first'],
])('usual %p, only new %p, can insert unseen %p, own rule %p, has failed %p: %s', (...row) => {
  const [usual, onlyNew, canInsertUnseen, hasOwnRule, hasFailed, route] = row;
  const situation = { expected: { usual, onlyNew }, canInsertUnseen, hasOwnRule, hasFailed };
  expect(chooseRoute(situation)).toBe(route);
});
