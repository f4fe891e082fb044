import type { ChosenGroupDto, GroupRuleDto, GroupsPreviewDto } from '../api/openapi';
import type { AlsoKeys } from './also-fields';

export const ANY = 'any';
export const EACH = 'each';
/** One decision makes so many rules at most. */
export const MOST_RULES = 100;

/** A group of which rules can be made. */
export type RuledGroup = Pick<
  ChosenGroupDto,
  'groupKey' | 'field' | 'submitted' | 'recorded' | 'recordedValues'
>;

/**
 * By the key of the group, which recorded values its rules are about: the key of one ({@link keyOf}), {@link EACH} or
 * {@link ANY}.
 */
export type RuleChoices = Readonly<Record<string, string>>;

/** What is decided: the chosen groups, and those of other fields. */
export function ruledGroups({ groups, alsoOpen }: GroupsPreviewDto, also: AlsoKeys): RuledGroup[] {
  const others = alsoOpen.flatMap(({ field, groups: ofField }) =>
    ofField
      .filter(({ groupKey }) => also[field]?.includes(groupKey) === true)
      .map((group) => ({ ...group, field })),
  );
  return [...groups, ...others];
}

/** A recorded value as a choice. Not its place in the list, which changes with what others decide. */
export function keyOf(value: string | null): string {
  return JSON.stringify(value);
}

/** Each recorded value that is decided about, until another choice is made; so too when the chosen value is gone. */
export function choiceOf(choices: RuleChoices, { groupKey, recorded }: RuledGroup): string {
  const chosen = choices[groupKey];
  const [only, ...more] = recorded.map(({ value }) => keyOf(value));
  const isThere = chosen === ANY || chosen === only || (chosen !== undefined && more.includes(chosen));
  if (chosen !== undefined && isThere) return chosen;
  return only === undefined || more.length > 0 ? EACH : only;
}

export function rulesOf(groups: readonly RuledGroup[], choices: RuleChoices): GroupRuleDto[] {
  return groups.flatMap((group): GroupRuleDto[] => {
    const { groupKey, recorded } = group;
    const choice = choiceOf(choices, group);
    if (choice === ANY) return [{ groupKey, anyRecorded: true }];
    const values = choice === EACH ? recorded : recorded.filter(({ value }) => keyOf(value) === choice);
    return values.map(({ value }) => ({ groupKey, ...(value === null ? {} : { recorded: value }) }));
  });
}
