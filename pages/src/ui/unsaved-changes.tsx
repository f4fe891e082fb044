import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId } from 'react';
import { useBlocker } from 'react-router-dom';

import { useUnsaved } from './unsaved';

/** A session that has ended cannot wait. */
const LOGIN = '/login';

/** Asks before the user leaves a form with changes: by a link, by the browser's buttons, or by closing the tab. */
export const UnsavedChanges = ({ when }: { readonly when: boolean }) => {
  useUnsaved(when);
  return when ? <Question /> : null;
};

const Question = () => {
  const id = useId();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== LOGIN,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
  if (blocker.state !== 'blocked') return null;
  const stay = () => {
    blocker.reset();
  };
  return (
    <Dialog open onClose={stay} aria-labelledby={id}>
      <DialogTitle id={id}>
        <Trans>Leave without saving?</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          <Trans>Your changes on this page are not saved.</Trans>
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button
          color="error"
          onClick={() => {
            blocker.proceed();
          }}
        >
          <Trans>Discard the changes</Trans>
        </Button>
        <Button variant="contained" autoFocus onClick={stay}>
          <Trans>Stay on this page</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
};
