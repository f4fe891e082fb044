import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { XMLParser } from 'fast-xml-parser';

import { person } from '../factories/person.js';
import { TestService } from '../support/service.js';
import { placesOf } from './support/places.js';

interface Example {
  readonly address: string;
  readonly category: string;
}

const service = await TestService.ofWorker();

/** The tests of isemail; they write a control character as U+2400 plus its code. */
async function examplesIn(directory: string): Promise<Example[]> {
  // oxlint-disable-next-line typescript/no-deprecated -- what takes its place is a decoder of one's own
  const parser = new XMLParser({ parseTagValue: false, trimValues: false, htmlEntities: true });
  const document = parser.parse(await readFile(join(directory, 'tests.xml'), 'utf8')) as {
    tests: { test: Example[] };
  };
  return document.tests.test.map(({ address, category }) => ({
    address: address.replace(/[\u2400-\u241f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x2400)),
    category,
  }));
}

const IMPOSSIBLE_DOMAIN = /\.(a|v|co-uk)$/;

/** Decision 12: whether each category of isemail is accepted, after trimming the address. */
const decisions: Record<string, (address: string) => boolean> = {
  ISEMAIL_VALID_CATEGORY: () => true,
  ISEMAIL_DNSWARN: (address) => !IMPOSSIBLE_DOMAIN.test(address),
  ISEMAIL_RFC5321: () => false,
  ISEMAIL_RFC5322: () => false,
  ISEMAIL_CFWS: isPlainOnceTrimmed,
  ISEMAIL_DEPREC: isPlainOnceTrimmed,
  ISEMAIL_ERR: isPlainOnceTrimmed,
};

/** The address with which the suite tests blanks and line ends. */
function isPlainOnceTrimmed(address: string): boolean {
  return address !== address.trim() && address.trim() === 'test@iana.org';
}

it.each(placesOf('isemail'))(
  'An address is accepted or refused by its category ($origin)',
  async ({ directory }) => {
    const { sis } = await service.tenant();
    for (const { address, category } of await examplesIn(directory)) {
      const { status, body } = await sis.post('/users', person({ email: address, externalId: undefined }));
      const accepted = status === 200 || status === 201;
      expect({ address, category, accepted }).toEqual({
        address,
        category,
        accepted: decisions[category]?.(address),
      });
      if (!accepted) {
        expect(body.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'email' }] });
      }
    }
  },
);

it.each(placesOf('isemail'))(
  'A valid address is stored as sent and found in any case ($origin)',
  async ({ directory }) => {
    const { sis } = await service.tenant();
    const valid = (await examplesIn(directory)).filter(
      ({ category }) => category === 'ISEMAIL_VALID_CATEGORY',
    );
    const addresses = [
      ...valid.map(({ address }) => address),
      'Ann.Lee+List@Example.edu',
      'zo\u00eb@m\u00fcnchen.example',
    ];
    for (const address of addresses) {
      const created = await sis.post('/users', person({ email: address, externalId: undefined }));
      const id = String(created.body.data.id);
      expect((await sis.get(`/users/${id}`)).body.data.email).toBe(address);
      const again = await sis.post('/users', person({ email: address.toUpperCase(), externalId: undefined }));
      expect(again.body).toMatchObject({ data: { id }, meta: { matchedBy: 'email' } });
    }
  },
);
