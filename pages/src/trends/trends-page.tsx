import { t } from '@lingui/core/macro';
import { useParams } from 'react-router-dom';

import { useMay } from '../api/roles';
import { NotFound } from '../layout/not-found';
import { Page } from '../ui/page';
import { SelectField } from '../ui/select-field';
import { ViewLinks } from '../ui/view-links';
import { KeysPicture } from './keys-picture';
import { PacingPicture } from './pacing-picture';
import { QueuePicture } from './queue-picture';
import { RunsPictures } from './runs-pictures';
import { useChoice } from './use-trend';

const CHOICES = ['7', '14', '30', '90'];
const DEFAULT_DAYS = '30';

const RUNS = { to: '/trends', label: t`Runs`, hasDays: true };
const VIEWS = {
  pacing: { to: '/trends/pacing', label: t`Pacing`, hasDays: false },
  queue: { to: '/trends/queue', label: t`Sync queue`, hasDays: true },
} as const;
const KEYS = { to: '/trends/keys', label: t`Integration API Keys`, hasDays: true };

const Days = ({ days, onDays }: { readonly days: string; readonly onDays: (days: string) => void }) => (
  <SelectField
    label={t`Days`}
    value={days}
    options={[...new Set([...CHOICES, days])].map((choice) => ({ value: choice, label: choice }))}
    onChange={onDays}
    sx={{ width: 96 }}
  />
);

/** How the figures of the integration came about: one question at each address. */
const TrendsPage = () => {
  const { picture = 'runs' } = useParams();
  const [chosenDays, chooseDays] = useChoice('days');
  const maySeeKeys = useMay('audit');
  const days = chosenDays === '' ? DEFAULT_DAYS : chosenDays;
  const all = { runs: RUNS, ...VIEWS, ...(maySeeKeys ? { keys: KEYS } : {}) };
  const view = Object.entries(all).find(([name]) => name === picture)?.[1];
  if (view === undefined) return <NotFound />;
  return (
    <Page
      title={t`Trends`}
      intro={t`How runs, pacing, deliveries and calls develop. Each number leads to the list behind it, where there is one.`}
      actions={view.hasDays && <Days days={days} onDays={chooseDays} />}
    >
      <ViewLinks
        label={t`Views of trends`}
        views={Object.values(all)}
        {...(chosenDays === '' ? {} : { query: new URLSearchParams({ days }).toString() })}
      />
      {picture === 'runs' && <RunsPictures days={days} />}
      {picture === 'pacing' && <PacingPicture />}
      {picture === 'queue' && <QueuePicture days={days} />}
      {picture === 'keys' && <KeysPicture days={days} />}
    </Page>
  );
};
export default TrendsPage;
