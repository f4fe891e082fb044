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
 * By the key of the group, which recorded values its rules are about: a place in the group's list, {@link EACH} or
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

/** Each recorded value that is decided about, until another choice is made. */
export function choiceOf(choices: RuleChoices, { groupKey, recorded }: RuledGroup): string {
  return choices[groupKey] ?? (recorded.length > 1 ? EACH : '0');
}

export function rulesOf(groups: readonly RuledGroup[], choices: RuleChoices): GroupRuleDto[] {
  return groups.flatMap((group): GroupRuleDto[] => {
    const { groupKey, recorded } = group;
    const choice = choiceOf(choices, group);
    const values = choice === EACH ? recorded : recorded.filter((_, place) => String(place) === choice);
    if (choice === ANY || values.length === 0) return [{ groupKey, anyRecorded: true }];
    return values.map(({ value }) => ({ groupKey, ...(value === null ? {} : { recorded: value }) }));
  });
}
