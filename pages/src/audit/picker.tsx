import { Picker } from '../ui/list/picker';
import type { FilterFieldProps } from '../ui/list/types';
import { useActors, useTargets } from './use-choices';
import { useLabel } from './use-label';

export const TargetPicker = (props: FilterFieldProps) => (
  <Picker {...props} useChoices={useTargets} useLabel={useLabel} />
);

export const ActorPicker = (props: FilterFieldProps) => (
  <Picker {...props} useChoices={useActors} useLabel={useLabel} />
);
