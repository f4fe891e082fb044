import { scenario } from '../scenario.js';
import { measureBulk } from './bulk.js';
import { measurePosts } from './posts.js';
import { measureRoot } from './root.js';
import { prepareSubjects } from './subjects.js';

export const users = scenario({
  name: 'users',
  summary:
    'Single and bulk posts of people, and the root check, against a handwritten service and the bare statements.',
  options: { posts: 4000, lines: 100_000 },
  async run(bench, { rounds, posts, lines }) {
    const subjects = await prepareSubjects(bench);
    return [
      ...(await measurePosts(subjects, rounds, posts)),
      ...(await measureBulk(subjects, rounds, lines)),
      ...(await measureRoot(subjects, rounds, 2 * posts)),
    ];
  },
});
