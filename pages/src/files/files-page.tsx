import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useState } from 'react';

import { useMay } from '../api/roles';
import { Page } from '../ui/page';
import { type Chosen, ChosenFile } from './chosen-file';
import { DropZone } from './drop-zone';

const FilesPage = () => {
  const [chosen, setChosen] = useState<Chosen>();
  const mayAdminister = useMay('administer');
  return (
    <Page
      title={t`Files`}
      intro={
        <Trans>
          Apply a file of people by hand: see how it is mapped and what it would do before anything is
          written. People who are not in the file stay as they are.
        </Trans>
      }
    >
      {!mayAdminister && (
        <Alert severity="info">
          <Trans>Only administrators can apply files.</Trans>
        </Alert>
      )}
      {mayAdminister && chosen === undefined && (
        <DropZone
          onFile={(file) => {
            setChosen({ file, number: Date.now() });
          }}
        />
      )}
      {chosen !== undefined && (
        <ChosenFile
          key={chosen.number}
          chosen={chosen}
          onAnother={() => {
            setChosen(undefined);
          }}
        />
      )}
    </Page>
  );
};

export default FilesPage;
