import { chooseRoute, type RouteName } from './choose-route.js';
import type { Expectation } from './forecast.js';

const YES = true;
const NO = false;

it.each<[Expectation['usual'], boolean, boolean, boolean, RouteName]>([
  // usual, only new, can insert unseen, has failed
  [undefined, NO, YES, NO, 'look first'],
  ['unchanged', NO, YES, NO, 'look first'],
  ['refused', NO, YES, NO, 'look first'],
  ['inserted', NO, YES, NO, 'lock first'],
  ['updated', NO, YES, NO, 'lock first'],
  ['updated', NO, NO, NO, 'lock first'],
  ['inserted', YES, YES, NO, 'insert unseen'],
  ['inserted', YES, NO, NO, 'lock first'],
  ['inserted', YES, YES, YES, 'look first'],
  ['updated', NO, YES, YES, 'look first'],
])('usual %p, only new %p, can insert unseen %p, has failed %p: %s', (...row) => {
  const [usual, onlyNew, canInsertUnseen, hasFailed, route] = row;
  expect(chooseRoute({ expected: { usual, onlyNew }, canInsertUnseen, hasFailed })).toBe(route);
});
