import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import { FIELDS } from '../ui/form';
import { FactorChoice } from './factor-choice';
import type { Asked } from './login-question';

/** A second factor, which the university demands from now on, is set up over the page. */
const FactorQuestion = ({ session: { tenantName }, answer }: Pick<Asked, 'session' | 'answer'>) => {
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="sm">
      <DialogTitle id={id}>{t`Set up a second factor`}</DialogTitle>
      <DialogContent>
        <Box sx={FIELDS}>
          <Typography>
            <Trans>
              {tenantName} demands one from now on. Add one to continue; what you have typed stays on this
              page.
            </Trans>
          </Typography>
          <FactorChoice
            onDone={() => {
              answer(true);
            }}
          />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button
          onClick={() => {
            answer(false);
          }}
        >
          <Trans>Leave without saving</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export default FactorQuestion;
