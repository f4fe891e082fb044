import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';

import type { GroupRuleDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import type { Option } from '../ui/options';
import { SelectField } from '../ui/select-field';
import { MOST_RULES, type RuledGroup } from './ruled-groups';
import { ANY, choiceOf, EACH, keyOf, type RuleChoices, rulesOf } from './rule-choice';
import { valuesInWords } from './rule-values';

/** A rule for each recorded value that is named, where there are several. */
function ofEach({ submitted, recorded, recordedValues }: RuledGroup): Option[] {
  const { length } = recorded;
  if (length < 2) return [];
  const label =
    length < recordedValues
      ? t`${submitted} instead of each of the ${length} most frequent recorded values`
      : t`${submitted} instead of each of the ${length} recorded values`;
  return [{ value: EACH, label }];
}

function optionsFor(group: RuledGroup): Option[] {
  const { submitted, recorded } = group;
  const ofPairs = recorded.map(({ value }) => ({
    value: keyOf(value),
    label: valuesInWords({ submitted, recorded: value, anyRecorded: false }),
  }));
  const ofAll = { value: ANY, label: valuesInWords({ submitted, recorded: null, anyRecorded: true }) };
  return [...ofEach(group), ...ofPairs, ofAll];
}

interface GroupRulesProps {
  /** The chosen groups, those of other fields included. */
  readonly groups: readonly RuledGroup[];
  /** Undefined: no rules are made. */
  readonly choices: RuleChoices | undefined;
  readonly onChange: (choices: RuleChoices | undefined) => void;
}

/** Whether rules are made of each group, and about which recorded values. */
export const GroupRules = ({ groups, choices, onChange }: GroupRulesProps) => {
  const rules: readonly GroupRuleDto[] = rulesOf(groups, choices ?? {});
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FormControlLabel
        label={plural(rules.length, {
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
      {choices !== undefined && rules.length > MOST_RULES && (
        <Typography variant="body2" role="status" color="error">
          <Trans>At most {MOST_RULES} rules are made at once; choose wider rules or fewer groups.</Trans>
        </Typography>
      )}
      {choices !== undefined &&
        groups.map((group, index) => {
          const { groupKey } = group;
          const field = fieldInWords(group.field);
          return (
            <SelectField
              key={groupKey}
              label={t`Rule about ${field}`}
              name={`rules.${index}.recorded`}
              value={choiceOf(choices, group)}
              options={optionsFor(group)}
              onChange={(choice) => {
                onChange({ ...choices, [groupKey]: choice });
              }}
            />
          );
        })}
    </Box>
  );
};
