import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { IfMay } from '../api/roles';
import { useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';

import type { FieldLinkDto, MappingDto, MappingListMetaDto } from '../api/openapi';
import { ListPage } from '../ui/list/list-page';
import type { ListConfig } from '../ui/list/types';
import { Section } from '../ui/section';
import { fieldInWords } from './record-fields';

const Links = ({ links }: { readonly links: readonly FieldLinkDto[] }) => (
  <Box
    component="ul"
    sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}
  >
    {links.map(({ formField, target }) => (
      <li key={target}>
        {formField}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          → {fieldInWords(target)}
        </Box>
      </li>
    ))}
  </Box>
);

const DefaultMapping = () => {
  const meta = useListContext().meta as MappingListMetaDto | undefined;
  if (meta === undefined) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Section
        title={t`Default mapping`}
        intro={t`It applies to every form type that is not in the list above.`}
      >
        <Typography component="div" variant="body2">
          <Links links={meta.defaultLinks} />
        </Typography>
      </Section>
    </Box>
  );
};

const AddButton = () => (
  <IfMay act="administer">
    <Button component={RouterLink} to="/mappings/create" variant="contained" startIcon={<AddIcon />}>
      <Trans>Add a mapping</Trans>
    </Button>
  </IfMay>
);

const MAPPINGS: ListConfig<MappingDto> = {
  resource: 'mappings',
  title: t`Mappings`,
  intro: t`Which field of a form is compared with which field of the record. If the two values differ, that is a discrepancy.`,
  sort: { field: 'formType', order: 'ASC' },
  linkTo: ({ formType }) => `/mappings/${encodeURIComponent(formType)}`,
  actions: <AddButton />,
  empty: {
    title: t`No mappings yet`,
    hint: t`A mapping says which field of a form belongs to which field of the record. The default one below applies until you add your own.`,
    action: <AddButton />,
    example: {
      formType: 'degree_change',
      links: <Links links={[{ formField: 'new_degree', target: 'degree' }]} />,
    },
  },
  columns: [
    { name: 'formType', label: t`Form type`, onCard: 'title' },
    {
      name: 'links',
      label: t`Form field → record field`,
      csv: ({ links }) => links.map(({ formField, target }) => `${formField}=${target}`).join('; '),
      render: ({ links }) => <Links links={links} />,
    },
  ],
};

const List = () => (
  <ListPage list={MAPPINGS}>
    <DefaultMapping />
  </ListPage>
);
export default List;
