import { parseArgs } from 'node:util';
import { Problem } from '../setup/problem.mjs';

/**
 * @param {readonly string[]} words
 * @throws {Problem} for an option that there is not
 */
export function readWords(words) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: {
        affected: { type: 'boolean' },
        from: { type: 'string' },
        list: { type: 'boolean' },
        resume: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    return { ...values, names: positionals };
  } catch (error) {
    throw new Problem(error.message);
  }
}

/**
 * The suites of a run, in their order: those that are named, or all of them, without those that the options leave out.
 * @template {{ name: string }} Suite
 * @param {readonly Suite[]} suites
 * @param {ReturnType<typeof readWords>} input
 * @param {Record<'affected' | 'passed', ReadonlySet<string>>} of the names of the suites that a change may affect, and
 * of those that have passed with the present files
 * @throws {Problem} for a name that no suite has
 */
export function choose(suites, input, { affected, passed }) {
  const known = suites.map(({ name }) => name);
  for (const name of [...input.names, ...(input.from === undefined ? [] : [input.from])])
    if (!known.includes(name))
      throw new Problem(`There is no suite ${name}; there are: ${known.join(', ')}.`);
  const first = input.from === undefined ? 0 : known.indexOf(input.from);
  return suites
    .slice(first)
    .filter(({ name }) => input.names.length === 0 || input.names.includes(name))
    .filter(({ name }) => !input.affected || affected.has(name))
    .filter(({ name }) => !input.resume || !passed.has(name));
}

/** @param changed paths; undefined when it is not known what has changed */
export function isAffected({ paths }, changed) {
  if (changed === undefined) return true;
  return changed.some((file) =>
    paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)),
  );
}
