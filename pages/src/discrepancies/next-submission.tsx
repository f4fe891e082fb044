import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';

import type { WaitingSubmissionDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';

/** Leads to the submission that has waited for longest, of the others. */
export const NextSubmission = ({ after }: { readonly after: string }) => {
  const { data } = useGetList<WaitingSubmissionDto & { readonly id: string }>('submissions', {
    pagination: { page: 1, perPage: 2 },
    sort: { field: 'waitingSince', order: 'ASC' },
  });
  const next = data?.find(({ submissionId }) => submissionId !== after);
  if (next === undefined) return null;
  return (
    <Button component={Link} to={showAddress('submissions', next.submissionId)} variant="outlined">
      <Trans>Next submission</Trans>
    </Button>
  );
};
