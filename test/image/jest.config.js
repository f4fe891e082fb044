import { suiteOf } from '../jest/suite.mjs';

/** The tests of the image and of what is deployed with it, apart from `npm test`: they need root and an image. */
export default suiteOf('image');
