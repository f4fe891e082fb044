import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

import { AbsentPeople } from '../ui/absent-people';
import type { Finish } from './file-lines';

/** Who is not in a file that names everyone, or why the file does not count as one. */
export const FinishOfFile = ({ finish: { finish, notComplete } }: { readonly finish: Finish }) => {
  if (notComplete !== undefined)
    return (
      <Alert severity="warning" role="note" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
        <Trans>People who are not in the file stay as they are.</Trans> {notComplete}
      </Alert>
    );
  return finish === undefined ? null : <AbsentPeople {...finish} />;
};
