/** `absent`: complete runs of the sender did not name the person (contract, section 15). */
export type InactiveCause = 'absent';
