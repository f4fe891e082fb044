export { useSandbox, type SandboxFixture, type UseSandbox } from './use-sandbox.js';
export { type Advance, SandboxClock } from './sandbox-clock.js';
export { SandboxFaults } from './sandbox-faults.js';
export type { ScimAccess } from './scim-access.js';
