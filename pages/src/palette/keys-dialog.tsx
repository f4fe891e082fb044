import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { Fragment, useId } from 'react';

import { useSingleKeys } from './single-keys';

const KEYS: readonly { readonly keys: readonly string[]; readonly does: string; readonly isSingle?: true }[] =
  [
    { keys: ['Ctrl K', '⌘ K'], does: t`Search` },
    { keys: ['/'], does: t`Search`, isSingle: true },
    { keys: ['?'], does: t`Show these keys`, isSingle: true },
    { keys: ['↑', '↓'], does: t`Mark another result` },
    { keys: [t`Enter`], does: t`Open the marked result` },
    { keys: ['Esc'], does: t`Close a dialog or a menu` },
    { keys: ['j', 'k'], does: t`To decide: the next row, the row before`, isSingle: true },
    { keys: ['x'], does: t`To decide: select the row`, isSingle: true },
    { keys: ['o'], does: t`To decide: open the row`, isSingle: true },
    {
      keys: ['a', 'd'],
      does: t`To decide: keep the selected users active, de-provision them`,
      isSingle: true,
    },
    { keys: ['i'], does: t`To decide: ignore the selected conflicts`, isSingle: true },
    { keys: ['f', 'r'], does: t`To decide: keep the selected rules in force, remove them`, isSingle: true },
  ];

const Key = ({ name }: { readonly name: string }) => (
  <Box
    component="kbd"
    sx={{ px: 0.75, py: 0.25, border: 1, borderColor: 'divider', borderRadius: 1, fontFamily: 'inherit' }}
  >
    {name}
  </Box>
);

/** The keys of these pages, and the switch for those that are a single character. */
const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const id = useId();
  const shown = KEYS.filter(({ isSingle }) => singleKeys || isSingle === undefined);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="xs" disableRestoreFocus>
      <DialogTitle id={id}>
        <Trans>Keyboard</Trans>
      </DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, mb: 2, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1 }}
        >
          {shown.map(({ keys, does }) => (
            <Fragment key={keys.join()}>
              <Box component="dt" sx={{ display: 'flex', gap: 0.75 }}>
                {keys.map((key) => (
                  <Key key={key} name={key} />
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {does}
              </Box>
            </Fragment>
          ))}
        </Box>
        <FormControlLabel
          label={t`Keys of a single character`}
          control={
            <Switch
              checked={singleKeys}
              onChange={(_event, checked) => {
                setSingleKeys(checked);
              }}
            />
          }
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" autoFocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export default KeysDialog;
