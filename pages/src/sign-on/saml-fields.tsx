import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import { useRef } from 'react';

import { ShownOnce } from '../ui/shown-once';
import { TextInput } from '../ui/text-input';
import type { SignOnFieldsProps } from './sign-on-form';

/** What a provider of SAML must know, and its metadata: by its address, as a file, or pasted. */
export const SamlFields = ({ form, setUp, onChange }: SignOnFieldsProps) => (
  <>
    <ShownOnce
      label={t`Entity ID, and address of the metadata`}
      text={setUp.saml.entityId}
      what={t`the entity ID`}
    />
    <ShownOnce
      label={t`Where answers are posted to (ACS URL)`}
      text={setUp.saml.answersTo}
      what={t`the ACS URL`}
    />
    <TextInput
      label={t`Address of the provider’s metadata`}
      value={form.metadataUrl}
      name="metadataUrl"
      hint={t`It must begin with https:// and be a public address`}
      onChange={(metadataUrl) => {
        onChange({ metadataUrl });
      }}
    />
    <TextInput
      multiline
      maxRows={8}
      label={t`Or the provider’s metadata itself`}
      value={form.metadata}
      name="metadata"
      hint={t`XML; then leave the address empty`}
      onChange={(metadata) => {
        onChange({ metadata });
      }}
    />
    <MetadataFile
      onText={(metadata) => {
        onChange({ metadata, metadataUrl: '' });
      }}
    />
  </>
);

const MetadataFile = ({ onText }: { readonly onText: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    // As a text field does with what is pasted.
    onText((await file.text()).replace(/\r\n?/g, '\n'));
  };
  return (
    <>
      <Button
        variant="outlined"
        sx={{ justifySelf: 'start' }}
        onClick={() => {
          input.current?.click();
        }}
      >
        <Trans>Choose a file of metadata</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`File of metadata`}
        accept=".xml,application/xml,application/samlmetadata+xml"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void read(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </>
  );
};
