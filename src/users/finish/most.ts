/** A person who is absent more often is counted so often: no call can ask for more. */
export const MOST_ABSENT_RUNS = 10;

export const MOST_ROWS = 1_000_000_000;
