import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';

import type { FormLineDto } from '../api/openapi';
import { fieldInWords } from '../mappings/record-fields';
import { Section } from '../ui/section';
import { SIDES } from './resolutions';

const Recorded = ({ field, recorded }: FormLineDto) => (
  <>
    {field !== null && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {fieldInWords(field)}
      </Typography>
    )}
    {field === null ? '–' : (recorded ?? t`not set`)}
  </>
);

/** The whole form, each field beside what the record has there now. */
export const FormTable = ({ lines }: { readonly lines: readonly FormLineDto[] }) => (
  <Section
    title={t`The whole form`}
    intro={t`What the record has now is beside the fields that are compared with it.`}
  >
    <TableContainer role="region" aria-label={t`Form fields`} tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>
              <Trans>Form field</Trans>
            </TableCell>
            <TableCell>{SIDES.submitted}</TableCell>
            <TableCell>{SIDES.recorded}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line) => (
            <TableRow
              key={line.formField}
              sx={{ '& > *': { overflowWrap: 'anywhere', verticalAlign: 'top' } }}
            >
              <TableCell component="th" scope="row" sx={{ fontWeight: 600, verticalAlign: 'top' }}>
                {line.formField}
              </TableCell>
              <TableCell>{line.submitted ?? '–'}</TableCell>
              <TableCell>
                <Recorded {...line} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  </Section>
);
