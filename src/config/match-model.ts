/**
 * How much an agreement says: `m` is its share among records of one person, `u` its share among records of different
 * people. Its weight is log2(m / u).
 */
export type Agreement = readonly [m: number, u: number];

/** Fields that are compared, with their levels from the strongest to the weakest. */
export const LEVELS = {
  lastName: ['same', 'sounds', 'close', 'different'],
  firstName: ['same', 'sounds', 'close', 'begins', 'different'],
  name: ['swapped'],
  middleInitial: ['same', 'different'],
  email: ['same', 'localPart', 'close', 'different'],
  entry: ['same', 'year', 'near', 'different'],
  program: ['same', 'different'],
  number: ['same', 'close', 'different'],
} as const;

export type MatchField = keyof typeof LEVELS;
export type Level<F extends MatchField = MatchField> = (typeof LEVELS)[F][number];
export const MATCH_FIELDS = Object.keys(LEVELS) as MatchField[];

export type MatchWeights = {
  readonly [F in MatchField]: Readonly<Record<Level<F>, Agreement>>;
};

/** The rule by which candidates are scored (docs/matching.md). */
export interface MatchModel {
  /** How probable it is that a stored person whom nothing distinguishes is the one sent: one of so many. */
  readonly prior: number;
  /** Candidates below it are not answered, unless both names are the same. */
  readonly minConfidence: number;
  readonly weights: MatchWeights;
}

/**
 * The shares of the names and of the program are those of one half of the FEBRL set 4, smoothed. Those of the middle
 * initial are judgement, and so are those of the others: candidates are asked for where numbers and addresses differ,
 * and people who come back have another entry, while the set has dates of birth, which never change
 * (docs/matching.md).
 */
export const DEFAULT_WEIGHTS: MatchWeights = {
  lastName: { same: [0.74, 0.0034], sounds: [0.12, 0.001], close: [0.06, 0.0006], different: [0.08, 0.995] },
  firstName: {
    same: [0.75, 0.0035],
    sounds: [0.065, 0.0015],
    close: [0.05, 0.0013],
    begins: [0.02, 0.001],
    different: [0.115, 0.9927],
  },
  name: { swapped: [0.04, 0.00001] },
  middleInitial: { same: [0.93, 0.07], different: [0.07, 0.93] },
  email: {
    same: [0.55, 0.000001],
    localPart: [0.08, 0.0005],
    close: [0.05, 0.003],
    different: [0.32, 0.996499],
  },
  entry: { same: [0.7, 0.04], year: [0.05, 0.1], near: [0.08, 0.18], different: [0.17, 0.68] },
  program: { same: [0.9, 0.15], different: [0.1, 0.85] },
  number: { same: [0.5, 0.000001], close: [0.05, 0.00001], different: [0.45, 0.999989] },
};

export const DEFAULT_PRIOR = 10_000;
export const DEFAULT_MIN_CONFIDENCE = 0.02;

export const DEFAULT_MODEL: MatchModel = {
  prior: DEFAULT_PRIOR,
  minConfidence: DEFAULT_MIN_CONFIDENCE,
  weights: DEFAULT_WEIGHTS,
};

/** The confidence about a person who agrees in everything. */
export function largestConfidence({ prior, weights }: Omit<MatchModel, 'minConfidence'>): number {
  // Swapped names stand in the place of both names.
  const strongest = MATCH_FIELDS.filter((field) => field !== 'name').map((field) => {
    const [[m, u] = [1, 1]] = Object.values<Agreement>(weights[field]);
    return Math.max(0, Math.log2(m / u));
  });
  const sum = strongest.reduce((total, weight) => total + weight, -Math.log2(prior - 1));
  return 1 / (1 + 2 ** -sum);
}

/** Room for the rounding of a sum. */
const EPSILON = 1e-3;

type Groups = Record<MatchField, Record<string, Agreement>>;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAgreement(value: unknown): value is Agreement {
  const isShare = (share: unknown): boolean => typeof share === 'number' && share > 0 && share < 1;
  return Array.isArray(value) && value.length === 2 && value.every(isShare);
}

function isField(name: string): name is MatchField {
  return name in LEVELS;
}

function takeLevels(groups: Groups, field: MatchField, given: unknown, problems: string[]): void {
  if (!isObject(given)) {
    problems.push(`${field} must be an object with levels: ${LEVELS[field].join(', ')}`);
    return;
  }
  const levels: readonly string[] = LEVELS[field];
  for (const [level, agreement] of Object.entries(given)) {
    if (!levels.includes(level)) problems.push(`${field} has no level ${level}; it has ${levels.join(', ')}`);
    else if (isAgreement(agreement)) groups[field][level] = agreement;
    else problems.push(`${field}.${level} must be [m, u], two numbers between 0 and 1`);
  }
}

/** Names both of two levels whose order contradicts their weights, and all of a field that has more than the whole. */
function contradictions(groups: Groups): string[] {
  return MATCH_FIELDS.flatMap((field) => {
    const levels = Object.entries(groups[field]);
    const ratio = ([m, u]: Agreement): number => m / u;
    const disordered = levels.slice(1).flatMap(([level, agreement], index) => {
      const stronger = levels[index];
      return stronger !== undefined && ratio(agreement) > ratio(stronger[1])
        ? [
            `${field}.${level} says more than ${field}.${stronger[0]}: m / u must not grow from level to level`,
          ]
        : [];
    });
    const names = levels.map(([level]) => `${field}.${level}`).join(', ');
    const tooMuch = (['m', 'u'] as const).flatMap((share, index) => {
      const sum = levels.reduce((total, [, agreement]) => total + (agreement[index] ?? 0), 0);
      return sum > 1 + EPSILON ? [`the ${share} of ${names} add up to ${sum.toFixed(3)}, more than 1`] : [];
    });
    return [...disordered, ...tooMuch];
  });
}

/** The levels in the order of {@link LEVELS}, so that they can be compared with those before them. */
function defaultGroups(): Groups {
  const groups = MATCH_FIELDS.map((field) => {
    const shares: Readonly<Record<string, Agreement>> = DEFAULT_WEIGHTS[field];
    return [field, Object.fromEntries(LEVELS[field].map((level) => [level, shares[level]]))];
  });
  return Object.fromEntries(groups) as Groups;
}

/**
 * Reads changes of the default weights: `{"prior": 20000, "email": {"same": [0.8, 0.000001]}}`.
 * @returns the weights, or what is wrong with them
 */
export function readMatchWeights(text: string): Omit<MatchModel, 'minConfidence'> | readonly string[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  if (!isObject(given)) return ['it must be a JSON object, such as {"email": {"same": [0.5, 0.000001]}}'];
  const problems: string[] = [];
  const groups = defaultGroups();
  let prior = DEFAULT_PRIOR;
  for (const [name, value] of Object.entries(given)) {
    if (name === 'prior') {
      if (typeof value === 'number' && value >= 2) prior = value;
      else problems.push('prior must be a number of 2 or more');
    } else if (isField(name)) takeLevels(groups, name, value, problems);
    else problems.push(`there is no field ${name}; there are prior, ${MATCH_FIELDS.join(', ')}`);
  }
  if (problems.length === 0) problems.push(...contradictions(groups));
  // The groups have every level of LEVELS from the start; a given level only replaces the one of its name.
  return problems.length > 0 ? problems : { prior, weights: groups as unknown as MatchWeights };
}
