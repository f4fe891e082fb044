import type { TargetSystemDto } from '../api/openapi';
import { StatusChip } from '../ui/status-chip';
import { STATES } from './systems';

export const StateChip = ({ state }: Pick<TargetSystemDto, 'state'>) => (
  <StatusChip value={state} {...STATES[state]} />
);
