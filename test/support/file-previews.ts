import { FilePreviews, type FileTotals, type LinePreview } from '../../src/file-import/file-preview.js';
import type { SourceRow } from '../../src/file-import/sources/formats.js';
import type { TestService, TestTenant } from './service.js';

async function* rowsOf(people: readonly object[]): AsyncGenerator<SourceRow> {
  for (const [index, one] of people.entries())
    yield await Promise.resolve({ line: index + 1, bytes: Buffer.from(JSON.stringify(one)) });
}

/** What a file of these people would do. */
export async function previewOf(
  service: TestService,
  tenant: TestTenant,
  people: readonly object[],
): Promise<{ lines: LinePreview[]; totals: FileTotals }> {
  const preview = service.app.get(FilePreviews).of(await service.scope(tenant));
  const lines: LinePreview[] = [];
  await preview.run(rowsOf(people), (line) => {
    lines.push(line);
    return Promise.resolve();
  });
  return { lines, totals: preview.totals };
}
