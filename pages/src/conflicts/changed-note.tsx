import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';

import type { ChangedPersonDto } from '../api/openapi';
import { Differences } from '../ui/differences';

/** What has changed of the people since the question was asked. */
export const ChangedNote = ({ changes }: { readonly changes: readonly ChangedPersonDto[] }) => {
  if (changes.length === 0) return null;
  const userIds = [...new Set(changes.map(({ userId }) => userId))];
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2, '& .MuiAlert-message': { minWidth: 0 } }}>
      <AlertTitle>
        <Trans>Changed since the question was asked</Trans>
      </AlertTitle>
      <Trans>The first decision is refused because of these changes, and can then be made again.</Trans>
      {userIds.map((userId) => {
        const own = changes.filter((change) => change.userId === userId);
        return (
          <Box key={userId} sx={{ mt: 1 }}>
            <strong>{userId}</strong>
            <Differences
              none={t`This user is not stored any more.`}
              differences={own.flatMap(({ field, before, now }) =>
                field === null ? [] : [{ field, before, after: now }],
              )}
            />
          </Box>
        );
      })}
    </Alert>
  );
};
