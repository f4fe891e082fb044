import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { useListContext } from 'react-admin';

interface PhoneFiltersProps {
  /** How many are set. */
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The fields of the filters over the page. They apply at once; the button says to how many rows. */
export const PhoneFilters = ({ count, onClear, children }: PhoneFiltersProps) => {
  const { total } = useListContext();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = () => {
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FilterListIcon />}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        {count === 0 ? t`Filters` : t`Filters (${count})`}
      </Button>
      <Dialog fullScreen open={isOpen} onClose={close} aria-labelledby={id}>
        <DialogTitle id={id}>
          <Trans>Filters</Trans>
        </DialogTitle>
        <DialogContent>
          <Box sx={{ pt: 1 }}>{children}</Box>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          {count > 0 && (
            <Button onClick={onClear}>
              <Trans>Clear all</Trans>
            </Button>
          )}
          <Button variant="contained" onClick={close}>
            {total === undefined
              ? t`Show the rows`
              : plural(total, { one: 'Show # row', other: 'Show # rows' })}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};
