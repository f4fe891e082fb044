import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

import { VISUALLY_HIDDEN } from '../../visually-hidden';

/** Says to a screen reader how many rows there are once another filter applies. */
export const RowsSaid = () => {
  const list = useListContext<RaRecord>();
  const { total, data, isFetching, isPending } = list;
  const filters = JSON.stringify(list.filterValues);
  const [before] = useState(filters);
  const [hasChanged, setChanged] = useState(false);
  if (!hasChanged && filters !== before) setChanged(true);
  const shown = data?.length ?? 0;
  const rows = total ?? shown;
  const isSaid = hasChanged && !isFetching && !isPending;
  return (
    <Box aria-live="polite" sx={VISUALLY_HIDDEN}>
      {isSaid && (total === undefined ? firstText(rows) : rowsText(rows))}
    </Box>
  );
};

function rowsText(rows: number): string {
  return plural(rows, { one: '# row', other: '# rows' });
}

/** Of a list that is read page by page, without a total. */
function firstText(rows: number): string {
  return rows === 0 ? rowsText(0) : t`${rowsText(rows)} on this page`;
}
