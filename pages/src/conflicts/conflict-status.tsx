import type { ConflictRowDto } from '../api/openapi';
import { StatusChip, type Tone } from '../ui/status-chip';
import { CONFLICT_STATUSES } from './kinds';

const TONES: Readonly<Record<ConflictRowDto['status'], Tone>> = {
  open: 'warning',
  decided: 'success',
  taken_back: 'neutral',
};

export const ConflictStatus = ({ status }: Pick<ConflictRowDto, 'status'>) => (
  <StatusChip value={status} label={CONFLICT_STATUSES[status]} tone={TONES[status]} />
);
