import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useId } from 'react';

import type { AuditEventDto } from '../api/openapi';
import { type Difference, valueWords } from './difference';
import { UnsavedChanges } from './unsaved-changes';
import { When } from './when';

export type Choice = 'mine' | 'theirs';

interface ChangedMeanwhileProps {
  /** The fields that both have changed: `before` is stored, and `after` is in the form. */
  readonly differences: readonly Difference[];
  /** The last change; undefined where it is not known. */
  readonly change: AuditEventDto | undefined;
  readonly labelOf: (field: string) => string;
  /** Undefined: neither, and the form stays as it is. */
  readonly onChoose: (choice: Choice | undefined) => void;
}

const LastChange = ({ change }: Pick<ChangedMeanwhileProps, 'change'>) => {
  if (change === undefined)
    return <Trans>Other values were saved since you opened this page. Nothing of yours is saved yet.</Trans>;
  const { actorLabel, at } = change;
  return (
    <Trans>
      {actorLabel} saved other values on <When value={at} />. Nothing of yours is saved yet.
    </Trans>
  );
};

/** Asks which values are to stay, after another administrator has saved others. */
export const ChangedMeanwhile = ({ differences, change, labelOf, onChoose }: ChangedMeanwhileProps) => {
  const id = useId();
  const choose = (choice?: Choice) => () => {
    onChoose(choice);
  };
  return (
    <Dialog open onClose={choose()} aria-labelledby={id} fullWidth maxWidth="md">
      <DialogTitle id={id}>
        <Trans>Changed meanwhile</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          <LastChange change={change} />
        </DialogContentText>
        <Table size="small" sx={{ '& td, & th': { overflowWrap: 'anywhere', verticalAlign: 'top' } }}>
          <TableHead>
            <TableRow>
              <TableCell>
                <Trans>Field</Trans>
              </TableCell>
              <TableCell>
                <Trans>Your value</Trans>
              </TableCell>
              <TableCell>
                <Trans>Their value</Trans>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {differences.map(({ field, label, before, after }) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {label ?? labelOf(field)}
                </TableCell>
                <TableCell>{valueWords(field, after)}</TableCell>
                <TableCell>{valueWords(field, before)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={choose()}>{t`Back to the form`}</Button>
        <Button variant="outlined" onClick={choose('theirs')}>{t`Take theirs`}</Button>
        <Button variant="outlined" onClick={choose('mine')}>{t`Keep mine`}</Button>
      </DialogActions>
      <UnsavedChanges when />
    </Dialog>
  );
};
