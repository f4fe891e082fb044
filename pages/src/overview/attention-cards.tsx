import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';

import type { OverviewDto } from '../api/openapi';
import { ATTENTION_WORDS as WORDS } from '../layout/attention-words';
import { listAddress, showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { systemWords } from '../ui/system-words';
import { grouped } from '../ui/words';

interface Card {
  readonly label: string;
  readonly count: number;
  readonly to: string;
  /** Below the link, when it adds something. */
  readonly note?: string;
  /** Zero does not mean that there are none. */
  readonly isPartial?: true;
}

type System = OverviewDto['systems'][number];

function counted(label: string, count: number, to: string, note?: string): Card {
  const card = { label, count, to };
  return note === undefined ? card : { ...card, note };
}

/** The page of the only one of these systems, else that of all. */
function pageOf(systems: readonly System[]): string {
  const [only, ...more] = systems;
  return only === undefined || more.length > 0 ? '/connectors' : showAddress('connectors', only.name);
}

function namesOf(systems: readonly System[]): string | undefined {
  return systems.length === 0 ? undefined : systems.map(({ name }) => systemWords(name)).join(', ');
}

function cardsOf({ attention, systems, nightlyRuns }: OverviewDto): readonly Card[] {
  const failing = systems.filter(({ deliveryFailed }) => deliveryFailed > 0);
  const silent = systems.filter(({ state }) => state === 'silent');
  const bad = systems.filter(({ isFailing }) => isFailing);
  const failed = nightlyRuns.filter(({ counts }) => counts.failed > 0);
  const [run] = failed.flatMap(({ run: name }) => name ?? []);
  const runs = run === undefined || failed.length > 1 ? '/runs' : showAddress('runs', run);
  return [
    counted(WORDS.failedRows, attention.failedRows, runs, run),
    // Zero up to the limit, however many lost their access.
    { label: WORDS.deprovisioned, count: attention.deprovisioned, to: '/runs', isPartial: true },
    counted(WORDS.holds, attention.holds, listAddress('holds', { status: 'held' })),
    counted(WORDS.conflicts, attention.conflicts, listAddress('conflicts', { status: 'open' })),
    counted(WORDS.discrepancies, attention.discrepancies, listAddress('discrepancies', { status: 'open' })),
    counted(WORDS.failedDeliveries, attention.failedDeliveries, pageOf(failing), namesOf(failing)),
    counted(WORDS.silentSystems, attention.silentSystems, pageOf(silent), namesOf(silent)),
    counted(WORDS.failingSystems, attention.failingSystems, pageOf(bad), namesOf(bad)),
    counted(WORDS.keysExpiring, attention.keysExpiring, listAddress('keys', { status: 'expiring' })),
  ];
}

const CardOfOne = ({ card: { label, count, to, note } }: { readonly card: Card }) => (
  <Paper
    component="li"
    variant="outlined"
    sx={{ p: { xs: 1.5, sm: 2 }, minWidth: 0, borderColor: 'warning.main', borderLeftWidth: 4 }}
  >
    <Typography
      component="p"
      sx={{ fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.2, fontVariantNumeric: 'tabular-nums' }}
      color="warning"
    >
      {grouped(count)}
    </Typography>
    <PageLink to={to} variant="body2">
      {label}
    </PageLink>
    {note !== undefined && (
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'break-word' }}>
        {note}
      </Typography>
    )}
  </Paper>
);

/** What is all right, in one line, each with a link to its list. */
const Quiet = ({ cards }: { readonly cards: readonly Card[] }) => (
  <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
    <Trans>None:</Trans>{' '}
    {cards.map(({ label, to }, place) => (
      <Fragment key={label}>
        {place > 0 && ' · '}
        <PageLink to={to}>{label}</PageLink>
      </Fragment>
    ))}
  </Typography>
);

/** What needs an administrator, each with a link to where it is decided or looked into; the rest in one line. */
export const AttentionCards = ({
  figures,
  isNew,
}: {
  readonly figures: OverviewDto;
  readonly isNew: boolean;
}) => {
  const cards = cardsOf(figures);
  const wrong = cards.filter(({ count }) => count > 0);
  const quiet = cards.filter(({ count, isPartial }) => count === 0 && !isPartial);
  return (
    <>
      {wrong.length > 0 && (
        <Box
          component="ul"
          aria-label={t`What needs attention`}
          sx={{
            listStyle: 'none',
            m: 0,
            mb: 2,
            p: 0,
            display: 'grid',
            gap: { xs: 1, sm: 2 },
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
          }}
        >
          {wrong.map((card) => (
            <CardOfOne key={card.label} card={card} />
          ))}
        </Box>
      )}
      {!isNew && quiet.length > 0 && <Quiet cards={quiet} />}
    </>
  );
};
