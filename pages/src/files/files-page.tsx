import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';

import { useMay } from '../api/roles';
import { Page } from '../ui/page';
import { useLeaving } from '../ui/use-leaving';
import { type Chosen, ChosenFile } from './chosen-file';
import { FileStep } from './file-step';
import { PLAN, StepSection, useStep, WITHOUT_FILE } from './steps';

const FilesPage = () => {
  const mayAdminister = useMay('administer');
  return (
    <Page
      title={t`Files`}
      intro={
        <Trans>
          Apply a file of people by hand: see how it is mapped and what it would do before anything is
          written. People who are not in the file stay as they are, unless you say that it names everyone.
        </Trans>
      }
    >
      {mayAdminister ? (
        <StepsOfPage />
      ) : (
        <Alert severity="info">
          <Trans>Only administrators can apply files.</Trans>
        </Alert>
      )}
    </Page>
  );
};

/** The steps of a file, which lies in this page until another one is chosen. */
const StepsOfPage = () => {
  const [chosen, setChosen] = useState<Chosen>();
  const [isApplying, setApplying] = useState(false);
  const [isApplied, setApplied] = useState(false);
  const [isDone, setDone] = useState(false);
  const { step: asked, isLost, goTo } = useStep();
  const { leave, question } = useLeaving();
  if (chosen === undefined && asked !== 'file') return <Navigate to={WITHOUT_FILE} replace />;
  // The browser's buttons lead to the result of an application that is planned anew since.
  const isWithoutResult = asked === 'apply' && !isApplied;
  // They must not lead away from a file at work.
  const step = isApplying || isWithoutResult ? 'plan' : asked;
  return (
    <StepSection step={step}>
      {question}
      {isWithoutResult && <Navigate to={PLAN} replace />}
      {step === 'file' && (
        <FileStep
          chosen={isDone ? undefined : chosen?.file.name}
          isLost={isLost}
          onFile={(file) => {
            leave(() => {
              setChosen({ file, number: Date.now() });
              setDone(false);
              goTo('columns');
            });
          }}
          onContinue={() => {
            goTo('columns');
          }}
        />
      )}
      {chosen !== undefined && (
        <ChosenFile
          key={chosen.number}
          chosen={chosen}
          step={step}
          goTo={goTo}
          onAnother={() => {
            goTo('file');
          }}
          onDone={() => {
            setDone(true);
            goTo('file');
          }}
          isApplied={isApplied}
          onApplied={setApplied}
          isApplying={isApplying}
          onApplying={setApplying}
        />
      )}
    </StepSection>
  );
};

export default FilesPage;
