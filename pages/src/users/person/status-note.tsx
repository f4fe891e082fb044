import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import type { InactiveAtSourceDto, PersonStatusDto, StatusSetterDto } from '../../api/openapi';
import { RunLink } from '../../ui/run-link';
import { Day, When } from '../../ui/when';
import { grouped } from '../../ui/words';

/** Who set a status: a run by its name, an administrator by theirs. */
const By = ({ setter: { run, kind, actorLabel } }: { readonly setter: StatusSetterDto }) => {
  if (run !== null)
    return (
      <Trans>
        by run <RunLink run={run} />
      </Trans>
    );
  if (kind === 'credential') return <Trans>by the API key {actorLabel}</Trans>;
  if (kind === 'connection') return <Trans>by the identity provider {actorLabel}</Trans>;
  return kind === 'terminal' ? <Trans>by an operator</Trans> : <Trans>by {actorLabel}</Trans>;
};

/** What the runs since then have done, or will do. */
const Since = ({ source }: { readonly source: InactiveAtSourceDto }) => {
  const { run, runsSince, latestRun, kind, isNextRunSure } = source;
  if (run === null && kind === 'connection')
    return <Trans>; the provider has not said otherwise since</Trans>;
  if (run === null) return <Trans>; nothing has said otherwise since</Trans>;
  if (!isNextRunSure) return <Trans>; later runs of the same feed said nothing about this user</Trans>;
  if (runsSince === 0) return <Trans>; the next run of this feed will say so again</Trans>;
  if (runsSince === 1)
    return (
      <Trans>
        ; a later run of the same feed, <RunLink run={latestRun} />, left it so
      </Trans>
    );
  return (
    <Trans>
      ; {grouped(runsSince)} later runs of the same feed, the latest <RunLink run={latestRun} />, left it so
    </Trans>
  );
};

const Inactive = ({ status: { setBy, inactiveAtSource } }: { readonly status: PersonStatusDto }) => {
  if (setBy === null) return <Trans>Cannot log in: inactive since before the history begins.</Trans>;
  return (
    <>
      <Trans>
        Cannot log in: inactive since <When value={setBy.at} /> <By setter={setBy} />
      </Trans>
      {inactiveAtSource !== null && <Since source={inactiveAtSource} />}.
    </>
  );
};

/** What the source says that an active user should not be. */
const LastWord = ({ source }: { readonly source: InactiveAtSourceDto }) =>
  source.kind === 'connection' ? (
    <Trans>
      The last word of the identity provider is inactive, since <When value={source.at} />{' '}
      <By setter={source} />
    </Trans>
  ) : (
    <Trans>
      The last word of the feed is inactive, since <When value={source.at} /> <By setter={source} />
    </Trans>
  );

/** An active user whom no source wants inactive, or who is kept active. */
const Undisputed = ({ status: { setBy, keepActive } }: { readonly status: PersonStatusDto }) => {
  if (keepActive !== null)
    return (
      <Trans>
        Can log in: kept active until <Day value={keepActive.until} /> by {keepActive.actorLabel}.
      </Trans>
    );
  if (setBy === null) return <Trans>Can log in.</Trans>;
  return (
    <Trans>
      Can log in: active since <When value={setBy.at} /> <By setter={setBy} />.
    </Trans>
  );
};

const Active = ({ status }: { readonly status: PersonStatusDto }) => {
  const { inactiveAtSource: source, keepActive, awaitsSourceUntil } = status;
  if (source === null) return <Undisputed status={status} />;
  if (keepActive !== null)
    return (
      <>
        <Undisputed status={status} />{' '}
        <Trans>
          <LastWord source={source} />; after that day its next row de-provisions this user.
        </Trans>
      </>
    );
  if (awaitsSourceUntil !== null && new Date(awaitsSourceUntil) > new Date())
    return (
      <Trans>
        Can log in. <LastWord source={source} />; it is not applied before <When value={awaitsSourceUntil} />.
      </Trans>
    );
  return (
    <Trans>
      Can log in, but not for long. <LastWord source={source} />: its next row de-provisions this user again.
    </Trans>
  );
};

function severityOf({
  accountStatus,
  inactiveAtSource,
  keepActive,
  awaitsSourceUntil,
}: PersonStatusDto): AlertColor {
  if (accountStatus === 'inactive') return 'error';
  if (keepActive !== null) return 'info';
  return inactiveAtSource !== null && awaitsSourceUntil === null ? 'warning' : 'success';
}

interface StatusNoteProps {
  readonly status: PersonStatusDto;
  /** A button that belongs to the sentence. */
  readonly action?: ReactNode;
}

/** In one sentence: whether the person can log in, and why. */
export const StatusNote = ({ status, action }: StatusNoteProps) => (
  <Alert severity={severityOf(status)} role="note" aria-label={t`Access`} action={action} sx={{ mb: 2 }}>
    <Box component="p" sx={{ m: 0, maxWidth: '80ch' }}>
      {status.accountStatus === 'inactive' ? <Inactive status={status} /> : <Active status={status} />}
    </Box>
  </Alert>
);
