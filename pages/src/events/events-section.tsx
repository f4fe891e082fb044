import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';

import type { AdminEventDto } from '../api/openapi';
import { showAddress } from '../ui/addresses';
import { PageLink } from '../ui/page-link';
import { RunLink } from '../ui/run-link';
import { Section } from '../ui/section';
import { When } from '../ui/when';
import { eventText } from './event-text';
import { useEvents, type Watched } from './use-events';

const Line = ({ event, watched }: { readonly event: AdminEventDto; readonly watched: Watched }) => {
  const { subject, time, type, actorLabel, data } = event;
  const isOfUser = type.startsWith('user.') || type.startsWith('progress.');
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, py: 0.5 }}>
      <When value={time} />
      {watched.userId === undefined && isOfUser && (
        <PageLink to={showAddress('users', subject)}>{subject}</PageLink>
      )}
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {eventText(event)}
      </Box>
      {actorLabel !== null && <span>{actorLabel}</span>}
      {watched.run === undefined && typeof data.run === 'string' && <RunLink run={data.run} />}
    </Box>
  );
};

/** What has happened to a person or in a run since the page was opened; nothing until something has. */
export const EventsSection = ({ watched }: { readonly watched: Watched }) => {
  const { events, count } = useEvents(watched);
  const more = count - events.length;
  return (
    <div aria-live="polite">
      {count > 0 && (
        <Section title={t`Since you opened this page`}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {events.map((event) => (
              <Line key={event.id} event={event} watched={watched} />
            ))}
          </Box>
          {more > 0 && plural(more, { one: 'and # earlier event', other: 'and # earlier events' })}
        </Section>
      )}
    </div>
  );
};
