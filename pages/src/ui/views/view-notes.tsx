import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { Link } from 'react-router-dom';

import { listAddress } from '../addresses';
import { ErrorState } from '../error-state';
import { fieldWords } from '../words';
import { isReady, type OpenedView } from './opened-view';

export interface ViewNotesProps {
  readonly opened: OpenedView;
}

/** Why the rows are not those of the view, or not all that it was about. */
const ViewNotes = ({ opened }: ViewNotesProps) => {
  const { list, view, isMissing, error, reload } = opened;
  if (error !== null) return <ErrorState error={error} onRetry={reload} />;
  if (isMissing)
    return (
      <Alert
        severity={isReady(opened) ? 'warning' : 'error'}
        sx={{ mb: 2 }}
        action={
          <Button component={Link} to={listAddress(list, {})} color="inherit" size="small">
            <Trans>Show all rows</Trans>
          </Button>
        }
      >
        <Trans>There is no such view: it was deleted, or it is private to another administrator.</Trans>{' '}
        {isReady(opened) ? (
          <Trans>The rows are those of the filters in the address.</Trans>
        ) : (
          <Trans>No rows are shown, as its filters are not known.</Trans>
        )}
      </Alert>
    );
  if (!isReady(opened)) return <Skeleton variant="rounded" height={320} />;
  if (view === undefined || view.ignored.length === 0) return null;
  const ignored = view.ignored.map(fieldWords).join(', ');
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {t`This view was saved with what the list does not take any more, and may show other rows than then. Ignored: ${ignored}.`}
    </Alert>
  );
};

export default ViewNotes;
