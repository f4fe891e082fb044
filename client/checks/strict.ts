// What must not compile, and what must. `npm run check:client` fails when one of the marked lines compiles or another
// does not, and so does the test that takes the comments away and compares the errors.
import { connector, IntegrationApi } from '../src/index.js';

const api = new IntegrationApi({ url: 'https://api.example.edu', apiKey: 'k', apiSecret: 's' });
const ann = { email: 'a@example.edu', firstName: 'Ann', lastName: 'Lee', accountType: 'Student' } as const;

export const mistakes = async (): Promise<void> => {
  // @ts-expect-error -- a mistyped field must never leave a person active
  await api.users.createOrUpdate({ ...ann, acountStatus: 'inactive' });
  // @ts-expect-error -- a required field is missing
  await api.users.createOrUpdate({ email: 'a@example.edu', firstName: 'Ann', lastName: 'Lee' });
  // @ts-expect-error -- not one of the account types
  await api.users.createOrUpdate({ ...ann, accountType: 'student' });
  // @ts-expect-error -- a number is not a text
  await api.users.createOrUpdate({ ...ann, monthOfEntry: '9' });
  // @ts-expect-error -- a mistyped field of the faculty profile
  await api.users.createOrUpdate({ ...ann, facultyProfile: { facultyRanc: 'Professor' } });
  // @ts-expect-error -- not one of the account statuses
  await api.users.setStatus('S-77', 'suspended');
  // @ts-expect-error -- not one of the queue statuses
  await api.sync.page({ status: 'done' });
  // @ts-expect-error -- not something that a connector reports
  await api.sync.ack({ submissionId: 'sub-77', status: 'queued' });
  // @ts-expect-error -- a mistyped parameter
  await api.progress.page({ sinse: '2026-11-20' });
  // @ts-expect-error -- not one of the milestone statuses
  await api.students.putMilestone('S-77', 'candidacy', { status: 'done' });
  const without = { status: 'not_started', result: null, dueOn: null } as const;
  const { data: milestone } = await api.students.putMilestone('S-77', 'candidacy', without);
  // @ts-expect-error -- a milestone without a result has null
  console.log(milestone.result.toUpperCase());
  // @ts-expect-error -- a form without its student
  await api.submissions.put('sub-77', { formType: 'name_change', fields: {} });
  // @ts-expect-error -- an event without its source
  await api.events.send({ data: { submissionId: 'sub-77', status: 'approved' } });
  const { data: match } = await api.users.match(ann);
  // @ts-expect-error -- a post that is about a new person has matched by nothing
  console.log(match.matchedBy.length);
  for await (const record of api.progress.records({ since: '2026-11-20' })) {
    // @ts-expect-error -- without includeRemoved every record is whole
    console.log(record.removed);
  }
  for await (const record of api.progress.records({ includeRemoved: true })) {
    // @ts-expect-error -- with includeRemoved a record may be that of a removed person
    console.log(record.dissertation);
  }
  for await (const answer of api.users.bulk([ann])) {
    // @ts-expect-error -- a refused row has no ID
    console.log(answer.id);
  }
  connector({
    client: api,
    handle: ({ envelope }) => {
      // @ts-expect-error -- an open difference has no resolution
      console.log(envelope.data.discrepancies.map(({ resolution }) => resolution.length));
      // @ts-expect-error -- no such field of an envelope's student
      console.log(envelope.data.student.legacyNo);
    },
  });
};
