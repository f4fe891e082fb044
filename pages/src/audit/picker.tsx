import { t } from '@lingui/core/macro';

import { Picker } from '../ui/list/picker';
import type { FilterFieldProps } from '../ui/list/types';
import { useActors, useTargets } from './use-choices';
import { useLabel } from './use-label';

const HINT = t`Type the name or number of a person, or the label of a key`;

export const TargetPicker = (props: FilterFieldProps) => (
  <Picker {...props} useChoices={useTargets} useLabel={useLabel} hint={HINT} />
);

export const ActorPicker = (props: FilterFieldProps) => (
  <Picker {...props} useChoices={useActors} useLabel={useLabel} hint={HINT} />
);
