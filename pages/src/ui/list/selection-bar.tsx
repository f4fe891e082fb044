import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';

import { HEADER_HEIGHT, SELECTION_BAR } from '../bars';

const STAYS = { position: 'sticky', top: HEADER_HEIGHT, zIndex: 2 } as const;

function notIn(rows: readonly RaRecord[], ids: readonly Identifier[]): number {
  const shown = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !shown.has(id)).length;
}

function selectedInWords(count: number, elsewhere: number): string {
  return elsewhere === 0 ? t`${count} selected` : t`${count} selected, ${elsewhere} of them not on this page`;
}

/** Above the rows, and in view while they are scrolled: how many are selected, and what can be done with them. */
export const SelectionBar = ({ children }: { readonly children: ReactNode }) => {
  const { data = [], selectedIds, onUnselectItems } = useListContext<RaRecord>();
  const count = selectedIds.length;
  const none = count === 0;
  return (
    <Box
      role="group"
      aria-label={t`Selected rows`}
      className={none ? undefined : SELECTION_BAR}
      sx={{
        displayPrint: 'none',
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
        ...(none ? {} : STAYS),
      }}
    >
      <Typography variant="body2" role="status" color={none ? 'textSecondary' : 'textPrimary'}>
        {none ? t`Select rows to act on several at once` : selectedInWords(count, notIn(data, selectedIds))}
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
