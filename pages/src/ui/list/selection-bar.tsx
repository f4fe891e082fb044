import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';

/** The header of the pages stays in view as well. */
const BELOW_HEADER = 56;

/** Above the rows: how many are selected, and what can be done with them. It stays in view while rows are selected. */
export const SelectionBar = ({ children }: { readonly children: ReactNode }) => {
  const { selectedIds, onUnselectItems } = useListContext();
  const none = selectedIds.length === 0;
  return (
    <Box
      role="group"
      aria-label={t`Selected rows`}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 2,
        py: 0.75,
        minHeight: 48,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        ...(none ? {} : { position: 'sticky', top: BELOW_HEADER, zIndex: 2 }),
      }}
    >
      <Typography variant="body2" role="status" color={none ? 'textSecondary' : 'textPrimary'}>
        {none ? t`Select rows to act on several at once` : t`${selectedIds.length} selected`}
      </Typography>
      {!none && (
        <>
          {children}
          <Button
            size="small"
            onClick={() => {
              onUnselectItems();
            }}
          >
            <Trans>Clear selection</Trans>
          </Button>
        </>
      )}
    </Box>
  );
};
