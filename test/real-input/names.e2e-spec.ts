import { person } from '../factories/person.js';
import type { ApiClient } from '../support/api-client.js';
import { TestService } from '../support/service.js';
import { type BulkLine, eachOf, fieldsIn } from './support/bulk.js';
import { placesOf } from './support/places.js';
import { naughtyStrings, personNames } from './support/texts.js';

const service = await TestService.ofWorker();

/** The contract's rule for a name: trimmed, 1 to 100 characters, no control characters but tab and newline. */
function isName(text: string): boolean {
  const trimmed = text.trim();
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = /[\u0000-\u0008\u000b-\u001f]/.test(trimmed);
  return trimmed !== '' && !control && trimmed.isWellFormed() && [...trimmed].length <= 100;
}

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

type Outcome = { readonly shown: Name } | { readonly refused: string[] };

/** Sends people and returns for each what the service then shows, or the refused fields. */
type Send = (names: readonly Name[]) => Promise<Outcome[]>;

async function shown(sis: ApiClient, id: unknown): Promise<Outcome> {
  const { body } = await sis.get(`/users/${String(id)}`);
  const { firstName, lastName } = body.data as unknown as Name;
  return { shown: { firstName, lastName } };
}

/** The people in one page of the export. */
async function exported(sis: ApiClient): Promise<ReadonlyMap<string, Name>> {
  const { body } = await sis.get('/progress?limit=5000');
  expect(body.meta['hasMore']).toBe(false);
  const records = body.data as unknown as (Name & { studentId: string })[];
  return new Map(records.map(({ studentId, firstName, lastName }) => [studentId, { firstName, lastName }]));
}

const throughBulk: Send = async (names) => {
  const { sis } = await service.tenant();
  const lines = names.map((name) => person({ ...name }));
  const answers = (await sis.bulk('/users/bulk', lines)).slice(0, -1) as unknown as BulkLine[];
  const people = await exported(sis);
  return answers.map(({ success, id, error }) =>
    success ? { shown: people.get(id ?? '') as Name } : { refused: fieldsIn(error) },
  );
};

const throughPost: Send = async (names) => {
  const { sis } = await service.tenant();
  return eachOf(names, async (name) => {
    const { status, body } = await sis.post('/users', person({ ...name }));
    return status === 201 ? shown(sis, body.data.id) : { refused: fieldsIn(body.error) };
  });
};

/** Uses each text as a first and as a last name. */
function asBoth(texts: readonly string[]): Name[] {
  return texts.map((text) => ({ firstName: text, lastName: text }));
}

/** Every twentieth of thousands of names; the bulk call has validated all of them by the same rules. */
function everyTwentieth(texts: readonly string[]): Name[] {
  return asBoth(texts.filter((_, index) => index % 20 === 0));
}

function expectedOf({ firstName, lastName }: Name): Outcome {
  const refused = Object.entries({ firstName, lastName }).flatMap(([field, text]) =>
    isName(text) ? [] : [field],
  );
  return refused.length > 0
    ? { refused }
    : { shown: { firstName: firstName.trim(), lastName: lastName.trim() } };
}

const routes = [
  { route: 'bulk call', send: throughBulk, arrange: asBoth },
  { route: 'single post', send: throughPost, arrange: everyTwentieth },
];

describe.each(routes)('Through a $route', ({ send, arrange }) => {
  it.each(placesOf('naughty-strings'))(
    'a string that breaks other systems comes back byte for byte or is refused by its field ($origin)',
    async ({ directory }) => {
      const names = asBoth(await naughtyStrings(directory));
      expect(await send(names)).toEqual(names.map(expectedOf));
    },
  );

  it.each(placesOf('person-names'))(
    'a name of any language comes back byte for byte ($origin)',
    async ({ directory }) => {
      const names = arrange(await personNames(directory));
      expect(await send(names)).toEqual(names.map((name) => ({ shown: name })));
    },
  );
});
