import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';

import { writeDocuments } from '../support/documents-on-disk.js';
import { folderOfFile } from '../support/folders.js';
import { Python } from './python.js';

/** What a caller writes; the last line has a mistake. */
const USE = `
from reference import MilestoneDto, MilestoneDtoStatus, PutMilestoneDto

without_result = PutMilestoneDto(status=MilestoneDtoStatus.NOT_STARTED, result=None)

def shout(one: MilestoneDto) -> object:
    return one.result.value
`;

const folder = folderOfFile('generated-python');
const python = new Python(folder);

/** The types of a document, as the generator quicktype writes them for Python. */
async function typesOf(file: string): Promise<string> {
  const schemas = new JSONSchemaInput(new FetchingJSONSchemaStore());
  await schemas.addSource({
    name: 'Api',
    uris: ['#/components/schemas/'],
    schema: readFileSync(file, 'utf8'),
  });
  const inputData = new InputData();
  inputData.addInput(schemas);
  const rendererOptions = { 'python-version': '3.7', 'just-types': true } as const;
  return (await quicktype({ inputData, lang: 'python', rendererOptions })).lines.join('\n');
}

const strict = (file: string): Promise<string> =>
  python.output(['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'cache'), file], { MYPYPATH: folder });

it('the types that quicktype writes for Python are strict, and have None where the service has null', async () => {
  for (const { name, file } of await writeDocuments(folder)) {
    const module = join(folder, `${name}.py`);
    writeFileSync(module, await typesOf(file));
    expect(await strict(module)).toMatch(/^Success: no issues found/);
  }
  const use = join(folder, 'use.py');
  writeFileSync(use, USE);
  const found = await strict(use);
  expect(found).toMatch(/use\.py:7: error: Item "None" of .+ has no attribute "value"/);
  expect(found).toMatch(/^Found 1 error/m);
});
