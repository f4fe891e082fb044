import Sequencer from '@jest/test-sequencer';

/** They take longest by far. Started last, such a file would run alone in the end. */
const LONG = ['looks.browser-spec.ts', 'clients.fault-spec.ts', 'database.fault-spec.ts'];

function rankOf({ path }) {
  const rank = LONG.findIndex((name) => path.endsWith(`/${name}`));
  return rank < 0 ? LONG.length : rank;
}

/** Starts the long files first, and the others as Jest does. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
