import type { RequestDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { CopyButton } from '../ui/copy-button';
import { DescriptionList } from '../ui/description-list';
import { JsonView } from '../ui/json-view';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { Section } from '../ui/section';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { grouped } from '../ui/words';
import { HttpStatus } from './http-status';
import { Path } from './path';

const RequestSection = ({ request }: { readonly request: RequestDto }) => (
  <Section title="Request" actions={<HttpStatus status={request.status} />}>
    <DescriptionList
      entries={[
        { label: 'Time', value: <When value={request.at} /> },
        { label: 'Duration', value: `${grouped(request.ms)} ms` },
        {
          label: 'By',
          value: (
            <PageLink to={listAddress('requests', { actor: request.actor })}>{request.actorLabel}</PageLink>
          ),
        },
        { label: 'IP address', value: request.address },
        { label: 'Error code', value: request.code },
        {
          label: 'Route',
          value: (
            <PageLink to={listAddress('requests', { route: request.route })}>
              <Path path={request.route} />
            </PageLink>
          ),
        },
        { label: 'Path', value: <Path path={request.path} /> },
        {
          label: 'Request ID',
          value: (
            <>
              {request.requestId} <CopyButton text={request.requestId} what="the request ID" />
            </>
          ),
        },
      ]}
    />
  </Section>
);

const Show = () => {
  const { id, ...answer } = useRow<RequestDto>('requests');
  const { data } = answer;
  return (
    <RowPage<RequestDto>
      list={{ to: '/requests', label: 'Request log' }}
      title={data === undefined ? `Request ${id}` : `${data.method} ${data.path}`}
      answer={answer}
    >
      {(request) => (
        <>
          <RequestSection request={request} />
          {request.counts !== null && (
            <Section title="Rows">
              <DescriptionList
                entries={[
                  { label: 'Inserted', value: grouped(request.counts.inserted) },
                  { label: 'Updated', value: grouped(request.counts.updated) },
                  { label: 'Unchanged', value: grouped(request.counts.unchanged) },
                  { label: 'Failed', value: grouped(request.counts.failed) },
                ]}
              />
            </Section>
          )}
          {request.answer !== null && (
            <Section title="Refusal" intro="The answer that the caller received">
              <JsonView value={request.answer} what="the refusal" />
            </Section>
          )}
          {request.body !== null && (
            <Section title="Body" intro="As the caller sent it, with its values masked">
              <JsonView value={request.body} what="the body" />
            </Section>
          )}
        </>
      )}
    </RowPage>
  );
};
export default Show;
