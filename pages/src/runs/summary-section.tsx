import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';

import type { RunPageDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { DescriptionList } from '../ui/description-list';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { grouped, usersInWords } from '../ui/words';
import { COUNTS, durationText, isUnusual, PEOPLE, signed, workflowInWords } from './counts';
import { notCompleteInWords } from './not-complete';
import { PartlyUndone } from './partly-undone';

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

function waitingInWords(count: number): string {
  return plural(count, { one: '# waits for a decision', other: '# wait for a decision' });
}

function releasedInWords(count: number): string {
  return plural(count, { one: '# released', other: '# released' });
}

function rejectedInWords(count: number): string {
  return plural(count, { one: '# rejected', other: '# rejected' });
}

function withdrawnInWords(count: number): string {
  return plural(count, { one: '# withdrawn', other: '# withdrawn' });
}

/** How many were held, and what became of them; each number leads to its list. */
const Held = ({ run }: { readonly run: RunPageDto }) => {
  if (run.held === 0) return '0';
  const outcomes = [
    { status: 'held', count: run.heldOpen, text: waitingInWords(run.heldOpen) },
    { status: 'released', count: run.heldReleased, text: releasedInWords(run.heldReleased) },
    { status: 'rejected', count: run.heldRejected, text: rejectedInWords(run.heldRejected) },
    { status: 'withdrawn', count: run.heldWithdrawn, text: withdrawnInWords(run.heldWithdrawn) },
  ].filter(({ count }) => count > 0);
  return (
    <>
      <PageLink to={listAddress('holds', { run: run.name })}>{PEOPLE.held(run.held)}</PageLink>
      {outcomes.map(({ status, text }, index) => (
        <span key={status}>
          {index === 0 ? ': ' : ', '}
          <PageLink to={listAddress('holds', { status, run: run.name })}>{text}</PageLink>
        </span>
      ))}
    </>
  );
};

interface HeldCount {
  readonly label: string;
  readonly count: number;
  readonly to: string;
}

/** Counts beside those that runs are compared by; of a run that held nothing there are none. */
function heldCountsOf({ name: run, held, heldReleased }: RunPageDto): readonly HeldCount[] {
  const counts = [
    {
      label: t`De-provisioned later, when released`,
      count: heldReleased,
      to: listAddress('holds', { status: 'released', run }),
    },
    { label: t`Held`, count: held, to: listAddress('holds', { run }) },
  ];
  return counts.filter(({ count }) => count > 0);
}

const HeldRow = ({
  held: { label, count, to },
  isCompared,
}: {
  readonly held: HeldCount;
  readonly isCompared: boolean;
}) => (
  <TableRow>
    <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
      {label}
    </TableCell>
    <TableCell align="right" sx={{ fontWeight: 600 }}>
      <PageLink to={to}>{grouped(count)}</PageLink>
    </TableCell>
    {isCompared && <TableCell colSpan={2} />}
  </TableRow>
);

const Counts = ({ run }: { readonly run: RunPageDto }) => {
  const { usual } = run;
  return (
    <Box
      role="region"
      aria-label={t`Counts`}
      tabIndex={0}
      sx={{ overflowX: 'auto', maxWidth: usual === null ? 320 : 600, mt: 2 }}
    >
      <Table size="small" sx={{ '& td, & th': { px: { xs: 1, sm: 2 }, overflowWrap: 'break-word' } }}>
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
            <Fragment key={name}>
              <TableRow>
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
              {name === 'deprovisioned' &&
                heldCountsOf(run).map((one) => (
                  <HeldRow key={one.to} held={one} isCompared={usual !== null} />
                ))}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};

/** That its sender called the run complete, and it was not. */
export const NotCompleteNote = ({ run: { refusedFinish } }: { readonly run: RunPageDto }) =>
  refusedFinish === null ? null : (
    <Alert severity="error" role="note" sx={{ mb: 2 }}>
      <AlertTitle>
        <Trans>The run was not complete</Trans>
      </AlertTitle>
      {notCompleteInWords(refusedFinish)}
    </Alert>
  );

/** Whether a run was undone, or is an undo. */
export const UndoNote = ({ run }: { readonly run: RunPageDto }) => {
  const { undoneBy, undoes, isPartlyUndone } = run;
  return (
    <>
      {undoneBy !== null && isPartlyUndone && <PartlyUndone run={run} undoneBy={undoneBy} />}
      {undoneBy !== null && !isPartlyUndone && (
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
};

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
            : [{ label: t`Progress and submissions`, value: workflowInWords(workflow) }]),
        ]}
      />
      <Counts run={run} />
      {run.updated > 0 && run.deprovisioned + run.restored > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          <Trans>Users whom a row has de-provisioned or restored are among the updated ones, too.</Trans>
        </Typography>
      )}
    </Section>
  );
};
