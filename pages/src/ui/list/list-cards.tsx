import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';

import { type RaRecord, useListContext } from 'react-admin';

import { contentOf } from './cell';
import type { RowsProps } from './list-table';
import { RowCheckbox } from './row-checkbox';
import type { Row } from './types';

/** The rows of a list on a small screen: a card for each, with its fields below each other. */
export function ListCards<T>({ list, selectable }: RowsProps<T>) {
  const { data: rows = [], isPending } = useListContext<Row<T> & RaRecord>();
  if (isPending)
    return (
      <Box sx={{ p: 2 }}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} variant="rounded" height={84} sx={{ mb: 1.5 }} />
        ))}
      </Box>
    );
  const columns = list.columns.filter(({ onCard, exportOnly }) => onCard !== 'hidden' && exportOnly !== true);
  const title = columns.find(({ onCard }) => onCard === 'title') ?? columns[0];
  const aside = columns.find(({ onCard }) => onCard === 'aside');
  const others = columns.filter((column) => column !== title && column !== aside);
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{ p: 2, borderBottom: 1, borderColor: 'divider', display: 'flex', gap: 1 }}
        >
          {selectable && (
            <RowCheckbox id={row.id} name={list.rowName?.(row)} sx={{ alignSelf: 'flex-start', p: 0.25 }} />
          )}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
              {/* A long word goes before the line of what stands beside it, and is not broken for it. */}
              <Box sx={{ flex: '1 1 auto', maxWidth: '100%', fontWeight: 600 }}>
                {title && contentOf(title, row, list.linkTo?.(row))}
              </Box>
              {aside && contentOf(aside, row)}
            </Box>
            <Box
              component="dl"
              sx={{
                m: 0,
                mt: 0.75,
                display: 'grid',
                gridTemplateColumns: 'auto minmax(0, 1fr)',
                alignItems: 'baseline',
                columnGap: 1.5,
                rowGap: 0.25,
              }}
            >
              {others.map((column) => (
                <Box key={column.name} sx={{ display: 'contents' }}>
                  <Typography component="dt" variant="body2" color="textSecondary">
                    {column.label}
                  </Typography>
                  <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0 }}>
                    {contentOf(column, row)}
                  </Typography>
                </Box>
              ))}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
