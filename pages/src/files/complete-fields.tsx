import { t } from '@lingui/core/macro';

import { ACCOUNT_TYPES } from '../ui/account-types';
import { CheckboxGroup } from '../ui/checkbox-group';
import { NumberField } from '../ui/number-field';
import { optionsOf } from '../ui/options';
import type { CompleteFile } from './use-file-step';

/** What was chosen; without account types, people who are not in the file stay as they are. */
export interface CompleteChoice {
  readonly accountTypes: CompleteFile['accountTypes'];
  readonly absentRuns: string;
}

interface CompleteFieldsProps {
  readonly value: CompleteChoice;
  readonly onChange: (value: CompleteChoice) => void;
}

/** Asks whether the file names everyone. */
export const CompleteFields = ({ value, onChange }: CompleteFieldsProps) => (
  <>
    <CheckboxGroup
      row
      label={t`The file names everyone who is active of`}
      options={optionsOf(ACCOUNT_TYPES)}
      value={value.accountTypes}
      hint={t`None: people who are not in the file stay as they are. Otherwise those whom an earlier file had, and this one has not, are absent.`}
      onChange={(accountTypes) => {
        onChange({ ...value, accountTypes });
      }}
    />
    {value.accountTypes.length > 0 && (
      <NumberField
        label={t`De-provision who is absent in so many files in a row`}
        value={value.absentRuns}
        onChange={(absentRuns) => {
          onChange({ ...value, absentRuns });
        }}
      />
    )}
  </>
);
