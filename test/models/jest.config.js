import { suiteOf } from '../jest/suite.mjs';

/** Explores the models, apart from `npm test`: it needs SPIN and a compiler, and takes minutes. */
export default suiteOf('models', { testMatch: ['<rootDir>/test/models/*.models-spec.ts'] });
