import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';

import type { RunPageDto } from '../api/openapi';
import { ACCOUNT_TYPES } from '../ui/account-types';
import { DescriptionList } from '../ui/description-list';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { grouped } from '../ui/words';
import { AbsentPeople } from '../ui/absent-people';

/** How the run was finished, and what became of people whom it does not name. */
export const FinishSection = ({ run: { finish } }: { readonly run: RunPageDto }) => {
  if (finish === null) return null;
  const { at, isDone, rows, named, absent, accountTypes, sample } = finish;
  const types = accountTypes.map((type) => ACCOUNT_TYPES[type]).join(', ');
  return (
    <Section
      title={t`Finished`}
      intro={
        absent === null ? (
          <Trans>All rows were sent. People whom the run does not name stay as they are.</Trans>
        ) : (
          t`The run names everyone who is active of: ${types}.`
        )
      }
    >
      {!isDone && (
        <Alert severity="warning" role="note" sx={{ mb: 2 }}>
          <Trans>
            Absent people are being de-provisioned. If that was interrupted, the same call continues it.
          </Trans>
        </Alert>
      )}
      <DescriptionList
        entries={[
          { label: t`Finished`, value: <When value={at} /> },
          { label: t`Rows`, value: grouped(rows) },
          { label: t`People named`, value: grouped(named) },
        ]}
      />
      <AbsentPeople absent={absent} sample={sample} />
    </Section>
  );
};
