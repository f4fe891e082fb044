import type { TargetSystemDto } from '../api/openapi';
import { StatusChip } from '../ui/status-chip';
import { STATES } from '../queue/systems';

export const StateChip = ({ state }: Pick<TargetSystemDto, 'state'>) => (
  <StatusChip value={state} {...STATES[state]} />
);
