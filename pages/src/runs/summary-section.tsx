import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';

import type { RunPageDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { DescriptionList } from '../ui/description-list';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { grouped, usersInWords } from '../ui/words';
import { COUNTS, durationText, isUnusual, signed } from './counts';

const Senders = ({ run }: { readonly run: RunPageDto }) => (
  <>
    {run.senders.map(({ actor, label }, index) => (
      <span key={actor}>
        {index > 0 && ', '}
        <PageLink to={listAddress('runs', { sender: actor })}>{label}</PageLink>
      </span>
    ))}
  </>
);

const Held = ({ run: { name, held, heldOpen } }: { readonly run: RunPageDto }) => {
  if (held === 0) return '0';
  return (
    <PageLink to={listAddress('holds', { run: name })}>
      {heldOpen > 0 ? t`${grouped(held)}, of which ${grouped(heldOpen)} wait for a decision` : grouped(held)}
    </PageLink>
  );
};

const Counts = ({ run }: { readonly run: RunPageDto }) => {
  const { usual } = run;
  return (
    <Box
      role="region"
      aria-label={t`Counts`}
      tabIndex={0}
      sx={{ overflowX: 'auto', maxWidth: usual === null ? 320 : 560, mt: 2 }}
    >
      <Table size="small" sx={{ '& td, & th': { px: { xs: 1, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>
              <Trans>People</Trans>
            </TableCell>
            <TableCell align="right">
              <Trans>This run</Trans>
            </TableCell>
            {usual !== null && (
              <>
                <TableCell align="right">
                  <Trans>Usually</Trans>
                </TableCell>
                <TableCell align="right">
                  <Trans>Difference</Trans>
                </TableCell>
              </>
            )}
          </TableRow>
        </TableHead>
        <TableBody>
          {COUNTS.map(({ name, label }) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
                {label}
              </TableCell>
              <TableCell align="right" sx={{ fontWeight: 600 }}>
                {grouped(run[name])}
              </TableCell>
              {usual !== null && (
                <>
                  <TableCell align="right">{grouped(usual[name])}</TableCell>
                  <TableCell
                    align="right"
                    sx={
                      isUnusual(name, run[name], usual[name])
                        ? { color: 'warning.main', fontWeight: 650 }
                        : {}
                    }
                  >
                    {signed(run[name] - usual[name])}
                  </TableCell>
                </>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};

/** Whether a run was undone, or is an undo. */
export const UndoNote = ({ run: { undoneBy, undoes } }: { readonly run: RunPageDto }) => (
  <>
    {undoneBy !== null && (
      <Alert severity="info" role="note" sx={{ mb: 2 }}>
        <Trans>
          This run was undone by <RunLink run={undoneBy} />.
        </Trans>
      </Alert>
    )}
    {undoes !== null && (
      <Alert severity="info" role="note" sx={{ mb: 2 }}>
        <Trans>
          This run is the undo of <RunLink run={undoes} />.
        </Trans>
      </Alert>
    )}
  </>
);

/** Who sent a run and when, and what became of the people in it. */
export const SummarySection = ({ run }: { readonly run: RunPageDto }) => {
  const { workflow, usual } = run;
  return (
    <Section
      title={t`What it did`}
      intro={
        usual === null ? (
          <Trans>
            What such a run usually does is known after three runs of the same sender with names like this
            one.
          </Trans>
        ) : (
          t`Compared with the middle value of the ${usual.runs} runs like it before.`
        )
      }
    >
      <DescriptionList
        entries={[
          { label: t`Sender`, value: <Senders run={run} /> },
          { label: t`Began`, value: <When value={run.startedAt} /> },
          { label: t`Ended`, value: <When value={run.lastCallAt} /> },
          { label: t`Duration`, value: durationText(run.durationMs) },
          { label: t`Calls`, value: grouped(run.calls + workflow.calls) },
          { label: t`Held de-provisionings`, value: <Held run={run} /> },
          ...(run.keptActive === 0
            ? []
            : [{ label: t`Kept active by an administrator`, value: usersInWords(run.keptActive) }]),
          ...(workflow.received === 0
            ? []
            : [
                {
                  label: t`Progress and submissions`,
                  value: t`${grouped(workflow.changed)} changed, ${grouped(workflow.failed)} failed of ${grouped(workflow.received)}`,
                },
              ]),
        ]}
      />
      <Counts run={run} />
    </Section>
  );
};
