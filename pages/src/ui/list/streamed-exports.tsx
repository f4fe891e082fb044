import { t } from '@lingui/core/macro';
import FileDownloadIcon from '@mui/icons-material/FileDownload';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';

import { addressOf } from '../../api/http';
import { useTimeZone } from '../time-zone';
import { useSentFilters } from './filters/sent-filters';
import type { StreamedFormat } from './types';

const LABELS: Readonly<Record<StreamedFormat, string>> = { csv: t`Export CSV`, ndjson: t`Export NDJSON` };

export interface StreamedExportsProps {
  readonly formats: readonly StreamedFormat[];
  /** Whether times are written, which need a zone. */
  readonly hasTimes: boolean;
}

/** All rows of the list as it is filtered, in files that the API streams. */
const StreamedExports = ({ formats, hasTimes }: StreamedExportsProps) => {
  const { resource } = useListContext();
  const filters = useSentFilters();
  const timeZone = useTimeZone();
  return formats.map((format) => (
    <Button
      key={format}
      component="a"
      // NDJSON is for programs, whose times have a zone of their own.
      href={addressOf(
        `${resource}/export.${format}`,
        format === 'csv' && hasTimes ? { ...filters, timeZone } : filters,
      )}
      download={`${resource}.${format}`}
      startIcon={<FileDownloadIcon />}
      sx={{ displayPrint: 'none' }}
    >
      {LABELS[format]}
    </Button>
  ));
};
export default StreamedExports;
