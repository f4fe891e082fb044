import { createHash } from 'node:crypto';

import Sequencer from '@jest/test-sequencer';

/** With `TEST_SEED` the files run in an order of that seed, so that one that depends on an earlier file is found. */
export default class SeededOrder extends Sequencer {
  sort(tests) {
    const { TEST_SEED } = process.env;
    if (TEST_SEED === undefined) return super.sort(tests);
    const rankOf = ({ path }) => createHash('sha256').update(`${TEST_SEED} ${path}`).digest('hex');
    return [...tests].sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  }
}
