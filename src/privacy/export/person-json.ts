import type { ExportedPart } from './person-parts.js';

/** One JSON object, with an array of rows for each part; its text comes in parts too. */
export async function* personJson(
  userId: string,
  exportedAt: Date,
  parts: Iterable<ExportedPart>,
): AsyncGenerator<string> {
  yield `{"userId":${JSON.stringify(userId)},"exportedAt":${JSON.stringify(exportedAt)},"parts":[`;
  let isFirst = true;
  for (const { table, part, rows } of parts) {
    yield `${isFirst ? '' : ','}\n{"table":${JSON.stringify(table)},"part":${JSON.stringify(part)},"rows":[`;
    isFirst = false;
    let separator = '';
    for await (const some of rows)
      for (const row of some) {
        yield `${separator}\n${JSON.stringify(row)}`;
        separator = ',';
      }
    yield ']}';
  }
  yield ']}\n';
}
