export const ANY = 'any';
export const EACH = 'each';

/** A group of which rules can be made. */
export interface ChoosableGroup {
  readonly groupKey: string;
  readonly recorded: readonly { readonly value: string | null }[];
}

/** About one recorded value, about none being recorded, or about any. */
interface ChosenRule {
  readonly groupKey: string;
  readonly recorded?: string;
  readonly anyRecorded?: true;
}

/**
 * By the key of the group, which recorded values its rules are about: the key of one ({@link keyOf}), {@link EACH} or
 * {@link ANY}.
 */
export type RuleChoices = Readonly<Record<string, string>>;

/** A recorded value as a choice. Not its place in the list, which changes with what others decide. */
export function keyOf(value: string | null): string {
  return JSON.stringify(value);
}

/** Each recorded value that is decided about, until another choice is made; so too when the chosen value is gone. */
export function choiceOf(choices: RuleChoices, { groupKey, recorded }: ChoosableGroup): string {
  const keys = recorded.map(({ value }) => keyOf(value));
  const [only = EACH, ...more] = keys;
  return [ANY, ...keys].find((key) => key === choices[groupKey]) ?? (more.length > 0 ? EACH : only);
}

export function rulesOf(groups: readonly ChoosableGroup[], choices: RuleChoices): ChosenRule[] {
  return groups.flatMap((group): ChosenRule[] => {
    const { groupKey, recorded } = group;
    const choice = choiceOf(choices, group);
    if (choice === ANY) return [{ groupKey, anyRecorded: true }];
    const values = choice === EACH ? recorded : recorded.filter(({ value }) => keyOf(value) === choice);
    return values.map(({ value }) => ({ groupKey, ...(value === null ? {} : { recorded: value }) }));
  });
}
