/** Stands for items without a target system. */
export const NAMELESS = '(none)';
