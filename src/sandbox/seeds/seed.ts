/** `empty`, `demo`, or the number of a university that is made of the demo university's parts. */
export type Seed = 'empty' | 'demo' | number;

export const LARGEST_SEED = 4_294_967_295;
