import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';

import type { ComparedFieldDto, ConflictDetailDto } from '../api/openapi';
import { Compared } from '../discrepancies/compared';
import { valueWords } from '../ui/difference';
import { fieldWords } from '../ui/words';

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** One side of a field that has a value there. */
const Value = ({ field, side }: { readonly field: ComparedFieldDto; readonly side: 'sent' | 'stored' }) => {
  const wordsOf = (value: unknown) => (isSet(value) ? valueWords(field.field, value) : null);
  const [sent, stored] = [wordsOf(field.sent), wordsOf(field.stored)];
  if (!field.differs || sent === null) return side === 'sent' ? sent : stored;
  return <Compared submitted={sent} recorded={stored} side={side === 'sent' ? 'submitted' : 'recorded'} />;
};

const Absent = ({ children }: { readonly children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
    {children}
  </Box>
);

/** What was sent beside what is stored of those whom it may be about. Fields that no side has are left out. */
export const SideBySide = ({ conflict }: { readonly conflict: ConflictDetailDto }) => {
  const { fields, isApplied, userName, userId, ownerName, ownerId } = conflict;
  const shown = fields.filter(({ sent, stored, owner }) => isSet(sent) || isSet(stored) || isSet(owner));
  const name = userName ?? userId;
  return (
    <Table
      size="small"
      aria-label={t`Side by side`}
      sx={{
        tableLayout: 'fixed',
        '& th, & td': { px: { xs: 0.75, sm: 1.5 }, verticalAlign: 'top', overflowWrap: 'anywhere' },
      }}
    >
      <TableHead>
        <TableRow>
          <TableCell>
            <Trans>Field</Trans>
          </TableCell>
          <TableCell>
            <Trans>Sent</Trans>
          </TableCell>
          <TableCell>{isApplied ? t`${name}, before` : name}</TableCell>
          {ownerId !== null && <TableCell>{ownerName ?? ownerId}</TableCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {shown.map((field) => (
          <TableRow key={field.field} sx={field.differs ? { bgcolor: 'action.hover' } : {}}>
            <TableCell component="th" scope="row">
              {fieldWords(field.field)}
              {field.differs && (
                <Typography component="span" variant="caption" color="warning" sx={{ display: 'block' }}>
                  <Trans>differs</Trans>
                </Typography>
              )}
            </TableCell>
            <TableCell>
              {isSet(field.sent) ? <Value field={field} side="sent" /> : <Absent>{t`not sent`}</Absent>}
            </TableCell>
            <TableCell>
              {isSet(field.stored) ? <Value field={field} side="stored" /> : <Absent>{t`not set`}</Absent>}
            </TableCell>
            {ownerId !== null && (
              <TableCell>
                {isSet(field.owner) ? valueWords(field.field, field.owner) : <Absent>{t`not set`}</Absent>}
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
};
