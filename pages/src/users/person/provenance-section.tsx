import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

import type { ProvenanceDto, UserWithProvenanceDto } from '../../api/openapi';
import { listAddress } from '../../ui/addresses';
import { textOf, valueWords } from '../../ui/difference';
import { PageLink } from '../../ui/page-link';
import { RunLink } from '../../ui/run-link';
import { Section } from '../../ui/section';
import { fieldWords } from '../../ui/words';
import { When } from '../../ui/when';

const SETTERS: Readonly<Record<ProvenanceDto['kind'], string>> = {
  credential: t`API key`,
  connection: t`Identity provider`,
  administrator: t`Administrator`,
  submission: t`Accepted submission`,
  terminal: t`Operator`,
  service: t`The service`,
  unknown: t`Before the history begins`,
};

/** On a small screen the origin stands below the value. */
const WIDE_ONLY = { display: { xs: 'none', sm: 'table-cell' } } as const;
const PROFILE = 'facultyProfile.';

function valueOf(user: UserWithProvenanceDto, field: string): unknown {
  const isOfProfile = field.startsWith(PROFILE);
  const holder: object | null = isOfProfile ? user.facultyProfile : user;
  return holder === null ? null : Reflect.get(holder, isOfProfile ? field.slice(PROFILE.length) : field);
}

function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

const Origin = ({ set: { kind, submissionId, run } }: { readonly set: ProvenanceDto }) => (
  <>
    {SETTERS[kind]}
    {submissionId !== null && (
      <>
        {' '}
        <PageLink to={listAddress('queue', { q: submissionId })}>{submissionId}</PageLink>
      </>
    )}
    {run !== null && (
      <Trans>
        , run <RunLink run={run} />
      </Trans>
    )}
  </>
);

/** A value that the source has not sent yet. */
const Awaiting = ({ awaiting }: { readonly awaiting: ProvenanceDto['awaitingSource'] }) => {
  if (awaiting === null) return null;
  return (
    <Box component="span" sx={{ display: 'block', color: 'warning.main' }}>
      <Trans>The source still says {textOf(awaiting.sourceValue)}</Trans>
      {awaiting.until !== null && (
        <Trans>
          ; not applied before <When value={awaiting.until} />
        </Trans>
      )}
    </Box>
  );
};

/** Who set each field that has a value, and which of them await their source. */
export const ProvenanceSection = ({ user }: { readonly user: UserWithProvenanceDto }) => {
  const fields = Object.entries(user.provenance).filter(
    ([field, { awaitingSource }]) => awaitingSource !== null || isSet(valueOf(user, field)),
  );
  return (
    <Section title={t`Where each value comes from`} intro={t`Who set it last, by which run, and when.`}>
      <TableContainer
        tabIndex={0}
        role="group"
        aria-label={t`Where each value comes from`}
        sx={{ maxHeight: 420 }}
      >
        <Table
          size="small"
          stickyHeader
          sx={{ '& td, & th': { verticalAlign: 'top', overflowWrap: 'break-word' } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>
                <Trans>Field</Trans>
              </TableCell>
              <TableCell>
                <Trans>Value</Trans>
              </TableCell>
              <TableCell sx={WIDE_ONLY}>
                <Trans>Set by</Trans>
              </TableCell>
              <TableCell sx={WIDE_ONLY}>
                <Trans>When</Trans>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {fields.map(([field, set]) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {fieldWords(field)}
                </TableCell>
                <TableCell sx={{ maxWidth: 320, overflowWrap: { xs: 'anywhere', sm: 'break-word' } }}>
                  {valueWords(field, valueOf(user, field))}
                  <Awaiting awaiting={set.awaitingSource} />
                  <Box
                    component="span"
                    sx={{ display: { xs: 'block', sm: 'none' }, color: 'text.secondary' }}
                  >
                    <Origin set={set} />, <When value={set.at} />
                  </Box>
                </TableCell>
                <TableCell sx={WIDE_ONLY}>
                  <Origin set={set} />
                </TableCell>
                <TableCell sx={WIDE_ONLY}>
                  <When value={set.at} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Section>
  );
};
