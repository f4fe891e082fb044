import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';

import type { ErrorGroupDto } from '../api/openapi';
import { ReplayMatching } from '../queue/replay-matching';
import { listAddress } from '../ui/addresses';
import type { BatchOutcome } from '../ui/batch-results';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { grouped } from '../ui/words';
import { useErrors } from '../queue/systems';

interface ErrorsProps {
  readonly targetSystem: string;
  readonly onDone: (outcome: BatchOutcome) => void;
}

const WIDE_ONLY = { display: { xs: 'none', md: 'table-cell' } } as const;

const Group = ({ group, targetSystem, onDone }: ErrorsProps & { readonly group: ErrorGroupDto }) => {
  const { errorGroup, text, items, firstAt, lastAt } = group;
  const filter = { targetSystem, errorGroup };
  return (
    <TableRow>
      <TableCell>
        <PageLink to={listAddress('queue', filter)} sx={{ fontWeight: 600 }}>
          {text}
        </PageLink>
        <Typography variant="body2" color="textSecondary" sx={{ display: { md: 'none' } }}>
          <Trans>
            Last seen <When value={lastAt} />
          </Trans>
        </Typography>
      </TableCell>
      <TableCell align="right">{grouped(items)}</TableCell>
      <TableCell sx={WIDE_ONLY}>
        <When value={firstAt} />
      </TableCell>
      <TableCell sx={WIDE_ONLY}>
        <When value={lastAt} />
      </TableCell>
      <TableCell align="right">
        <ReplayMatching
          size="small"
          variant="outlined"
          label={t`Replay`}
          name={t`Replay ${text}`}
          what={t`items that failed with “${text}”`}
          filter={filter}
          onDone={onDone}
        />
      </TableCell>
    </TableRow>
  );
};

/** The failed deliveries of a target system, grouped by what their messages have in common. */
export const ErrorsSection = ({ targetSystem, onDone }: ErrorsProps) => {
  const answer = useErrors(targetSystem);
  return (
    <Section
      title={t`Errors`}
      intro={
        <Trans>
          Failed deliveries, grouped by the message of the connector. Numbers, ids and quoted values are
          masked (…).
        </Trans>
      }
    >
      <Loaded answer={answer} loading={<Skeleton variant="rounded" height={72} />}>
        {(groups) =>
          groups.length === 0 ? (
            <Typography color="textSecondary">
              <Trans>No delivery is failed.</Trans>
            </Typography>
          ) : (
            <Box sx={{ mx: { xs: -2, md: -1 } }}>
              <TableContainer tabIndex={0} role="group" aria-label={t`Errors`}>
                <Table size="small" sx={{ '& td, & th': { px: { xs: 1, sm: 2 } } }}>
                  <TableHead>
                    <TableRow>
                      <TableCell>
                        <Trans>Message</Trans>
                      </TableCell>
                      <TableCell align="right">
                        <Trans>Items</Trans>
                      </TableCell>
                      <TableCell sx={WIDE_ONLY}>
                        <Trans>First seen</Trans>
                      </TableCell>
                      <TableCell sx={WIDE_ONLY}>
                        <Trans>Last seen</Trans>
                      </TableCell>
                      <TableCell align="right">
                        <Trans>Action</Trans>
                      </TableCell>
                    </TableRow>
                  </TableHead>
                  <TableBody>
                    {groups.map((group) => (
                      <Group
                        key={group.errorGroup}
                        group={group}
                        targetSystem={targetSystem}
                        onDone={onDone}
                      />
                    ))}
                  </TableBody>
                </Table>
              </TableContainer>
            </Box>
          )
        }
      </Loaded>
    </Section>
  );
};
