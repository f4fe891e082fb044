import type { HoldRowDto } from '../api/openapi';
import { StatusChip, type Tone } from '../ui/status-chip';
import { HOLD_STATUSES } from './decisions';

const TONES: Readonly<Record<HoldRowDto['status'], Tone>> = {
  held: 'warning',
  released: 'neutral',
  rejected: 'success',
  withdrawn: 'neutral',
};

export const HoldStatus = ({ status }: Pick<HoldRowDto, 'status'>) => (
  <StatusChip value={status} label={HOLD_STATUSES[status]} tone={TONES[status]} />
);
