import type { ChosenGroupDto, GroupsPreviewDto } from '../api/openapi';
import type { AlsoKeys } from './also-fields';

/** One decision makes so many rules at most. */
export const MOST_RULES = 100;

/** A group of which rules can be made. */
export type RuledGroup = Pick<
  ChosenGroupDto,
  'groupKey' | 'field' | 'submitted' | 'recorded' | 'recordedValues'
>;

/** What is decided: the chosen groups, and those of other fields. */
export function ruledGroups({ groups, alsoOpen }: GroupsPreviewDto, also: AlsoKeys): RuledGroup[] {
  const others = alsoOpen.flatMap(({ field, groups: ofField }) =>
    ofField
      .filter(({ groupKey }) => also[field]?.includes(groupKey) === true)
      .map((group) => ({ ...group, field })),
  );
  return [...groups, ...others];
}
