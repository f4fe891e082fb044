// npm run release -- <version> [--dry-run | --rebuild]: makes a version, its tag and its files in release/<version>.
//   --dry-run   the same, without a commit or a tag in this repository; the files are in release/<version>-dry-run
//   --rebuild   the files of a version that has its tag, which are the same bytes again
// Everything is made in a temporary clone, so that a release that fails leaves this repository as it was.
import { ALL, ensureModules } from '../setup/setup.mjs';

await ensureModules(ALL);
await import('./make-release.mjs');
