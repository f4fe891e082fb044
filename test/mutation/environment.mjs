import NativeEnvironment from '../jest/native-environment.mjs';

/** The mutant that a test has found. */
let found;

/** Skips the tests that are left when one has failed: the mutant is found. */
export default class MutantEnvironment extends NativeEnvironment {
  handleTestEvent({ name, test }) {
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
    if (mutant === undefined) return;
    if (name === 'test_start' && found === mutant) test.mode = 'skip';
    if (name === 'test_done' && test.errors.length > 0) found = mutant;
  }
}
