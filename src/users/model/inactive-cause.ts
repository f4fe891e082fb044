/**
 * Why a person is inactive, where no one has said so. `absent`: complete runs of the sender did not name the person
 * (contract, section 15). `undone`: the run that inserted the person was undone, as if it had not come.
 */
export const INACTIVE_CAUSES = ['absent', 'undone'] as const;
export type InactiveCause = (typeof INACTIVE_CAUSES)[number];
