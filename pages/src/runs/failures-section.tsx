import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import FileDownloadIcon from '@mui/icons-material/FileDownload';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';

import type { AdminFailedRowDto, FailureCauseDto, RunPageDto } from '../api/openapi';
import { listAddress, showAddress } from '../ui/addresses';
import { ListSection } from '../ui/list/list-page';
import type { ListSectionConfig } from '../ui/list/types';
import { OfService, wordsOf } from '../ui/of-service';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { grouped } from '../ui/words';

const ROWS: ListSectionConfig<AdminFailedRowDto> = {
  resource: 'runFailures',
  title: t`Failed rows`,
  sort: { field: 'at', order: 'ASC' },
  empty: { title: t`No failed rows are kept` },
  columns: [
    {
      name: 'sentence',
      label: t`Problem`,
      wide: true,
      onCard: 'title',
      csv: ({ sentence, translations }) => wordsOf(sentence, translations),
      render: ({ sentence, translations }) => <OfService text={sentence} translations={translations} />,
    },
    { name: 'externalId', label: t`External ID` },
    {
      name: 'userId',
      label: t`User`,
      none: t`Not known`,
      render: ({ userId, userName }) =>
        userId === null ? (
          t`Not known`
        ) : (
          <>
            <PageLink to={showAddress('users', userId)}>{userName ?? userId}</PageLink>
            {userName !== null && ` ${userId}`}
          </>
        ),
    },
    { name: 'code', label: t`Code`, from: 'xl', onCard: 'hidden' },
    { name: 'at', label: t`Time`, format: 'moment', from: 'lg' },
    { name: 'requestId', label: t`Request ID`, exportOnly: true },
  ],
};

interface CauseProps {
  readonly cause: FailureCauseDto;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const Cause = ({ cause: { cause, translations, rows }, isChosen, onChoose }: CauseProps) => (
  <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
    <ButtonBase
      aria-pressed={isChosen}
      onClick={onChoose}
      sx={{
        width: '100%',
        justifyContent: 'flex-start',
        textAlign: 'left',
        alignItems: 'baseline',
        gap: 2,
        px: 1,
        py: 1,
        font: 'inherit',
        fontWeight: isChosen ? 650 : 400,
        bgcolor: isChosen ? 'action.selected' : 'transparent',
        '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
      }}
    >
      <Box
        component="strong"
        sx={{ minWidth: '4ch', textAlign: 'right', color: 'error.main', fontVariantNumeric: 'tabular-nums' }}
      >
        {grouped(rows)}
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <OfService text={cause} translations={translations} />
      </Box>
    </ButtonBase>
  </Box>
);

/** Nothing is stored of these rows, so none can be shown. */
const CauseOfErased = ({ rows }: { readonly rows: number }) => (
  <Box component="li" sx={{ display: 'flex', gap: 2, px: 1, py: 1, alignItems: 'baseline' }}>
    <Box
      component="strong"
      sx={{ minWidth: '4ch', textAlign: 'right', color: 'error.main', fontVariantNumeric: 'tabular-nums' }}
    >
      {grouped(rows)}
    </Box>
    <span>
      <Trans>
        The user is erased: nothing of the row is kept.{' '}
        <PageLink to={listAddress('conflicts', { kind: 'erased' })}>
          Erased users who were sent again
        </PageLink>
      </Trans>
    </span>
  </Box>
);

/** The rows of a run that were refused, by cause. */
export const FailuresSection = ({ run }: { readonly run: RunPageDto }) => {
  const { name, failed, failedKept, failedNotKept, failedOfErased, causes } = run;
  const [chosen, setChosen] = useState<string>();
  if (failed === 0 && failedKept === 0) return null;
  return (
    <>
      <Section
        title={t`Why rows failed`}
        intro={
          causes.length === 0
            ? plural(failed, { one: '# row was refused.', other: '# rows were refused.' })
            : plural(failed, {
                one: '# row was refused. Choose a cause to see its rows.',
                other: '# rows were refused. Choose a cause to see its rows.',
              })
        }
        actions={
          failedKept > 0 && (
            <Button
              component="a"
              startIcon={<FileDownloadIcon />}
              href={`/api/v1/admin/runs/${encodeURIComponent(name)}/failures.csv`}
              download={`${name}-failures.csv`}
            >
              <Trans>Download all as CSV</Trans>
            </Button>
          )
        }
      >
        {failedNotKept > 0 && (
          <Alert severity="info" role="note" sx={{ mb: 2 }}>
            <Trans>
              {grouped(failedNotKept)} of them are not listed: the first 10,000 failed rows of a run are kept,
              for 90 days.
            </Trans>
          </Alert>
        )}
        <Box component="ul" aria-label={t`Causes`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {causes.map((cause) => (
            <Cause
              key={`${cause.code} ${cause.field ?? ''} ${cause.cause}`}
              cause={cause}
              isChosen={chosen === cause.cause}
              onChoose={() => {
                setChosen(chosen === cause.cause ? undefined : cause.cause);
              }}
            />
          ))}
          {failedOfErased > 0 && <CauseOfErased rows={failedOfErased} />}
        </Box>
      </Section>
      {failedKept > 0 && (
        <ListSection
          key={chosen ?? ''}
          list={ROWS}
          filter={{ parentId: name, ...(chosen === undefined ? {} : { cause: chosen }) }}
          isSecondList
        />
      )}
    </>
  );
};
