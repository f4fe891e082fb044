import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import FileDownloadIcon from '@mui/icons-material/FileDownload';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useListContext, useNotify } from 'react-admin';

import { useAdminApi } from '../../api/data-provider';
import { messageOf } from '../../api/http';
import { csvOf, download } from '../csv';
import { textOf } from './cell';
import { useFilterValues } from './filter-values';
import type { Column, Row } from './types';

const MOST_ROWS = 10_000;

/** All pages of the list as it is filtered and sorted, as CSV. */
export function ExportButton<T>({ columns }: { readonly columns: readonly Column<T>[] }) {
  const { resource, sort, filter, data, total } = useListContext();
  const filterValues = useFilterValues();
  const [busy, setBusy] = useState(false);
  const api = useAdminApi();
  const notify = useNotify();
  const exported = columns.filter(({ csv }) => csv !== false);
  const run = async () => {
    const answer = await api.getList<Row<T>>(resource, {
      pagination: { page: 1, perPage: MOST_ROWS },
      sort,
      filter: { ...(filter as object | undefined), ...filterValues },
    });
    const header = exported.map(({ label }) => label);
    const rows = answer.data.map((row) => exported.map((column) => textOf(column, row)));
    const day = new Date().toISOString().slice(0, 10);
    download(`${resource}-${day}.csv`, csvOf(header, rows));
    if (answer.pageInfo?.hasNextPage)
      notify(t`Only the first ${rows.length} rows were exported; set filters to export the others.`, {
        type: 'warning',
      });
    if ((answer.total ?? 0) > rows.length)
      notify(
        t`Only the first ${rows.length} of ${answer.total ?? 0} rows were exported; set filters to export the others.`,
        { type: 'warning' },
      );
  };
  return (
    <Button
      startIcon={<FileDownloadIcon />}
      loading={busy}
      loadingPosition="start"
      disabled={!total && !data?.length}
      onClick={() => {
        setBusy(true);
        run()
          .catch((error: unknown) => {
            notify(messageOf(error), { type: 'error' });
          })
          .finally(() => {
            setBusy(false);
          });
      }}
    >
      <Trans>Export CSV</Trans>
    </Button>
  );
}
