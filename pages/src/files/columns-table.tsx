import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

import type { FileColumnDto, FileHeadDto } from '../api/openapi';
import { SelectField } from '../ui/select-field';
import { ColumnProposal } from './column-proposal';
import {
  choiceOf,
  choicesFor,
  DATE_FORMATS,
  isDate,
  isRecognised,
  type OwnMapping,
  type Rules,
  withColumn,
  withRules,
} from './mapping-rules';

const SAMPLES = 3;

interface ColumnsTableProps {
  readonly head: FileHeadDto;
  readonly mapping: OwnMapping;
  /** The rules that were taken because the names of their columns are certain, by column. */
  readonly certain: Rules;
  readonly onChange: (mapping: OwnMapping) => void;
}

/** Each column of the file with some of its cells, and the field that it fills. */
export const ColumnsTable = ({ head, mapping, certain, onChange }: ColumnsTableProps) => (
  <TableContainer tabIndex={0} role="region" aria-label={t`Columns of the file`} sx={{ mb: 2 }}>
    <Table size="small" sx={{ '& td, & tbody th': { verticalAlign: 'top', py: 1 } }}>
      <TableHead>
        <TableRow>
          <TableCell>
            <Trans>Column</Trans>
          </TableCell>
          <TableCell>
            <Trans>First rows</Trans>
          </TableCell>
          <TableCell>
            <Trans>Fills</Trans>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {head.columns.map((column, index) => (
          // Two columns may have the same name.
          <TableRow key={index}>
            <TableCell
              component="th"
              scope="row"
              sx={{ minWidth: 96, overflowWrap: 'anywhere', fontWeight: 600 }}
            >
              {column.name}
            </TableCell>
            <TableCell sx={{ maxWidth: 260 }}>
              <Samples cells={head.rows.map(({ cells }) => cells[index] ?? '')} />
            </TableCell>
            <TableCell sx={{ minWidth: 260 }}>
              <Fills
                column={column}
                fields={head.fields}
                mapping={mapping}
                certain={certain}
                onChange={onChange}
              />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);

const Samples = ({ cells }: { readonly cells: readonly string[] }) => {
  const filled = [...new Set(cells.filter((cell) => cell !== ''))].slice(0, SAMPLES);
  return (
    <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {filled.length === 0 ? t`blank` : filled.join(' · ')}
    </Box>
  );
};

interface FillsProps {
  readonly column: FileColumnDto;
  readonly fields: readonly string[];
  readonly mapping: OwnMapping;
  readonly certain: Rules;
  readonly onChange: (mapping: OwnMapping) => void;
}

const Fills = ({ column, fields, mapping, certain, onChange }: FillsProps) => {
  const { name, targets, isRead, proposal } = column;
  const choice = choiceOf(targets);
  const dateFormat = targets[0]?.dateFormat ?? DATE_FORMATS[0];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <SelectField
        label={t`Field of column ${name}`}
        value={choice}
        options={choicesFor(name, fields, choice)}
        hint={
          isRead ? (
            <Trans>Read for another field.</Trans>
          ) : isRecognised(column, mapping, certain) ? (
            <Trans>Recognised by its name.</Trans>
          ) : undefined
        }
        onChange={(chosen) => {
          onChange(withColumn(mapping, name, chosen, dateFormat));
        }}
      />
      {proposal !== null && (
        <ColumnProposal
          column={name}
          proposal={proposal}
          fields={fields}
          onAccept={() => {
            onChange(withRules(mapping, { [name]: proposal.rule }));
          }}
        />
      )}
      {isDate(choice) && (
        <SelectField
          label={t`Dates of column ${name}`}
          value={dateFormat}
          options={[...new Set([...DATE_FORMATS, dateFormat])].map((one) => ({ value: one, label: one }))}
          onChange={(format) => {
            onChange(withColumn(mapping, name, choice, format));
          }}
        />
      )}
    </Box>
  );
};
