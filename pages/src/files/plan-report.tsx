import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { OfService } from '../ui/of-service';
import { grouped } from '../ui/words';
import { CountsOfFile } from './counts-of-file';
import type { Effect, Plan } from './file-lines';
import { FinishOfFile } from './finish-of-file';
import { PlannedPeople } from './planned-people';
import { TermsLink } from './terms-link';

/** Those first who need most attention. */
const EFFECTS: readonly Effect[] = [
  'deprovisioned',
  'held',
  'pending',
  'restored',
  'withdrawn',
  'inserted',
  'updated',
];

/** What the file would do, and to whom. */
export const PlanReport = ({ plan }: { readonly plan: Plan }) => {
  const { totals, people } = plan;
  const counts = { ...totals, updated: totals.updated - totals.deprovisioned - totals.restored };
  return (
    <Box role="region" aria-label={t`What the file would do`}>
      <CountsOfFile totals={totals} notes={plan} />
      <Failures plan={plan} />
      <Box sx={{ mt: 2 }}>
        {EFFECTS.map((effect) => (
          <PlannedPeople key={effect} effect={effect} people={people[effect]} count={counts[effect]} />
        ))}
      </Box>
      <FinishOfFile finish={plan} />
      <LeftOut plan={plan} />
    </Box>
  );
};

const Failures = ({ plan: { totals, causes, failures } }: { readonly plan: Plan }) => {
  if (totals.failed === 0) return null;
  return (
    <Alert severity="error" role="note" sx={{ mt: 2 }}>
      {plural(totals.failed, { one: '# row would be refused:', other: '# rows would be refused:' })}
      <Box component="ul" aria-label={t`Causes`} sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {causes.map(({ cause, translations, rows }) => (
          <li key={cause}>
            <OfService text={cause} translations={translations} />: {grouped(rows)}
          </li>
        ))}
      </Box>
      <TermsLink
        problems={[...causes.map(({ cause }) => cause), ...failures.map(({ sentence }) => sentence)]}
      />
      <details>
        <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
          <Trans>Show the rows</Trans>
        </Box>
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {failures.map(({ line, sentence, translations }) => (
            <li key={line}>
              <OfService text={sentence} translations={translations} />
            </li>
          ))}
        </Box>
      </details>
    </Alert>
  );
};

const LeftOut = ({ plan: { blank, skipped, ignoredColumns } }: { readonly plan: Plan }) => {
  if (blank === 0 && skipped.length === 0 && ignoredColumns.length === 0) return null;
  const columns = ignoredColumns.join(', ');
  return (
    <Alert severity="info" role="note" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      {ignoredColumns.length > 0 && <div>{t`Columns that are not sent: ${columns}`}</div>}
      {blank > 0 && (
        <div>{plural(blank, { one: '# blank row is left out', other: '# blank rows are left out' })}</div>
      )}
      {skipped.map(({ reason, rows }) => (
        <div key={reason}>
          {plural(rows, {
            one: `# record is left out: ${reason}`,
            other: `# records are left out: ${reason}`,
          })}
        </div>
      ))}
    </Alert>
  );
};
