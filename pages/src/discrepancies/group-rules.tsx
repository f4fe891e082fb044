import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';

import type { ChosenGroupDto, GroupRuleDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { SelectField } from '../ui/select-field';
import { valuesInWords } from './rule-values';

const ANY = 'any';

/** By the key of the group, which recorded value its rule is about: its place in the group's list, or {@link ANY}. */
export type RuleChoices = Readonly<Record<string, string>>;

/** The most frequent recorded value, until another one is picked. */
function choiceOf(choices: RuleChoices, { groupKey }: ChosenGroupDto): string {
  return choices[groupKey] ?? '0';
}

export function rulesOf(groups: readonly ChosenGroupDto[], choices: RuleChoices): GroupRuleDto[] {
  return groups.map((group) => {
    const { groupKey, recorded } = group;
    const choice = choiceOf(choices, group);
    const value = choice === ANY ? undefined : recorded[Number(choice)];
    if (value === undefined) return { groupKey, anyRecorded: true };
    return { groupKey, ...(value.value === null ? {} : { recorded: value.value }) };
  });
}

interface GroupRulesProps {
  readonly groups: readonly ChosenGroupDto[];
  /** Undefined: no rules are made. */
  readonly choices: RuleChoices | undefined;
  readonly onChange: (choices: RuleChoices | undefined) => void;
}

/** Whether a rule is made of each group, and about which recorded value. */
export const GroupRules = ({ groups, choices, onChange }: GroupRulesProps) => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <FormControlLabel
      label={plural(groups.length, {
        one: 'Make a rule: decide so from now on',
        other: 'Make # rules: decide so from now on',
      })}
      control={
        <Checkbox
          checked={choices !== undefined}
          onChange={(_event, checked) => {
            onChange(checked ? {} : undefined);
          }}
        />
      }
    />
    {choices !== undefined &&
      groups.map((group, index) => {
        const { groupKey, submitted, recorded } = group;
        const field = fieldInWords(group.field);
        const ofPairs = recorded.map(({ value }, place) => ({
          value: String(place),
          label: valuesInWords({ submitted, recorded: value, anyRecorded: false }),
        }));
        const ofAll = { value: ANY, label: valuesInWords({ submitted, recorded: null, anyRecorded: true }) };
        return (
          <SelectField
            key={groupKey}
            label={t`Rule about ${field}`}
            name={`rules.${index}.recorded`}
            value={choiceOf(choices, group)}
            options={[...ofPairs, ofAll]}
            onChange={(choice) => {
              onChange({ ...choices, [groupKey]: choice });
            }}
          />
        );
      })}
  </Box>
);
