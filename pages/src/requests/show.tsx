import { t } from '@lingui/core/macro';

import type { RequestDto } from '../api/openapi';
import { listAddress } from '../ui/addresses';
import { CopyButton } from '../ui/copy-button';
import { DescriptionList } from '../ui/description-list';
import { JsonView } from '../ui/json-view';
import { PageLink } from '../ui/page-link';
import { RowPage } from '../ui/row-page';
import { RunLink } from '../ui/run-link';
import { Section } from '../ui/section';
import { useRow } from '../ui/use-row';
import { When } from '../ui/when';
import { grouped } from '../ui/words';
import { HttpStatus } from './http-status';
import { Path } from './path';

const RequestSection = ({ request }: { readonly request: RequestDto }) => (
  <Section title={t`Request`} actions={<HttpStatus status={request.status} />}>
    <DescriptionList
      entries={[
        { label: t`Time`, value: <When value={request.at} /> },
        { label: t`Duration`, value: t`${grouped(request.ms)} ms` },
        {
          label: t`By`,
          value: (
            <PageLink to={listAddress('requests', { actor: request.actor })}>{request.actorLabel}</PageLink>
          ),
        },
        { label: t`Run`, value: request.run === null ? null : <RunLink run={request.run} /> },
        { label: t`IP address`, value: request.address },
        { label: t`Error code`, value: request.code },
        {
          label: t`Route`,
          value: (
            <PageLink to={listAddress('requests', { route: request.route })}>
              <Path path={request.route} />
            </PageLink>
          ),
        },
        { label: t`Path`, value: <Path path={request.path} /> },
        {
          label: t`Request ID`,
          value: (
            <>
              {request.requestId} <CopyButton text={request.requestId} what={t`the request ID`} />
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
      list={{ to: '/requests', label: t`Request log` }}
      title={data === undefined ? t`Request ${id}` : `${data.method} ${data.path}`}
      answer={answer}
    >
      {(request) => (
        <>
          <RequestSection request={request} />
          {request.counts !== null && (
            <Section title={t`Rows`}>
              <DescriptionList
                entries={[
                  { label: t`Inserted`, value: grouped(request.counts.inserted) },
                  { label: t`Updated`, value: grouped(request.counts.updated) },
                  { label: t`Unchanged`, value: grouped(request.counts.unchanged) },
                  { label: t`Failed`, value: grouped(request.counts.failed) },
                ]}
              />
            </Section>
          )}
          {request.answer !== null && (
            <Section title={t`Refusal`} intro={t`The answer that the caller received`}>
              <JsonView value={request.answer} what={t`the refusal`} />
            </Section>
          )}
          {request.body !== null && (
            <Section title={t`Body`} intro={t`As the caller sent it, with its values masked`}>
              <JsonView value={request.body} what={t`the body`} />
            </Section>
          )}
        </>
      )}
    </RowPage>
  );
};
export default Show;
