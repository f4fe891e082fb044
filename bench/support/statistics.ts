/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The limits between which the median of the population lies with a probability of at least 95 %, whatever its
 * distribution: order statistics of the sample. NaN for fewer than six values, which have no such limits.
 */
export function medianLimits(values: readonly number[]): { readonly least: number; readonly most: number } {
  const sorted = [...values].sort((one, other) => one - other);
  // The chances that exactly, and that at most, `outside` values lie below the median: a binomial distribution.
  let exactly = 0.5 ** sorted.length;
  let atMost = exactly;
  let outside = 0;
  while (atMost <= 0.025) {
    outside += 1;
    exactly *= (sorted.length - outside + 1) / outside;
    atMost += exactly;
  }
  return {
    least: sorted[outside - 1] ?? Number.NaN,
    most: sorted[sorted.length - outside] ?? Number.NaN,
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Of the mean; NaN for fewer than two values. */
export function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const squares = sum(values.map((value) => (value - middle) ** 2));
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
