import { t } from '@lingui/core/macro';
import Skeleton from '@mui/material/Skeleton';

export const Loading = () => (
  <Skeleton role="status" aria-label={t`Loading`} variant="rounded" height={420} sx={{ mb: 2 }} />
);
