import { type Scenario, type Values, wholeNumber } from '../scenario.js';
import type { Bench } from '../support/bench.js';
import { measureBulk } from './bulk.js';
import { measurePosts } from './posts.js';
import { measureRoot } from './root.js';
import { prepareSubjects } from './subjects.js';

export const users: Scenario = {
  name: 'users',
  summary:
    'Single and bulk posts of people, and the root check, against a handwritten service and the bare statements.',
  options: {
    posts: { type: 'string', default: '4000' },
    lines: { type: 'string', default: '100000' },
  },
  async run(bench: Bench, values: Values) {
    const rounds = wholeNumber(values, 'rounds');
    const posts = wholeNumber(values, 'posts');
    const lines = wholeNumber(values, 'lines');
    const subjects = await prepareSubjects(bench);
    return [
      ...(await measurePosts(subjects, rounds, posts)),
      ...(await measureBulk(subjects, rounds, lines)),
      await measureRoot(subjects, rounds, 2 * posts),
    ];
  },
};
