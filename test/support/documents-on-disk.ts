import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeApplication } from '../../src/bootstrap.js';
import { scimDocumentOf } from '../../src/scim/openapi/scim-document.js';

const URL = 'https://integration.example.edu';

/**
 * Writes the OpenAPI documents into a folder.
 * @returns their names, each with the path of its file
 */
export async function writeDocuments(folder: string): Promise<{ name: string; file: string }[]> {
  const documents = { reference: await describeApplication(URL), scim: scimDocumentOf(URL) };
  return Object.entries(documents).map(([name, document]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(document));
    return { name, file };
  });
}
