import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import type { RunPageDto, RunUndoneDto } from '../api/openapi';
import { entryOf } from '../ui/options';
import { RunLink } from '../ui/run-link';
import { When } from '../ui/when';
import { fieldWords, usersInWords } from '../ui/words';
import { CHANGE_KINDS } from './change-kinds';

/** What was chosen: "Degree, De-provisioned, 3 selected". */
function partInWords({ part }: RunUndoneDto): string {
  if (part === null) return t`The whole run`;
  const { field, kind, users } = part;
  return [
    ...(field === undefined ? [] : [fieldWords(field)]),
    ...(kind === undefined ? [] : [entryOf(CHANGE_KINDS, kind)?.label ?? kind]),
    ...(users === undefined ? [] : [plural(users, { one: '# selected', other: '# selected' })]),
  ].join(', ');
}

/** Which parts of a run were undone, by whom, and of how many people. */
export const PartlyUndone = ({ run, undoneBy }: { readonly run: RunPageDto; readonly undoneBy: string }) => (
  <Alert severity="info" role="note" sx={{ mb: 2 }}>
    <Trans>
      This run is partly undone, by <RunLink run={undoneBy} />.
    </Trans>
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {run.undos.map((undo) => (
        <li key={`${undo.at} ${undo.actor}`}>
          {partInWords(undo)}: {usersInWords(undo.putBack)}, {undo.actorLabel}, <When value={undo.at} />
          {!undo.isFinished && <> ({t`not finished; repeat it for the rest`})</>}
        </li>
      ))}
    </Box>
  </Alert>
);
