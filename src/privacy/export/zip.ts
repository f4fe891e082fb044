import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive; its text comes in parts. */
export interface ZippedFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

const ENCODER = new TextEncoder();
const LEVEL = 6;

/** An archive of these files, in parts: of each file only the part that was asked for is in memory. */
export async function* zipped(files: readonly ZippedFile[], modifiedAt: Date): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  const taken = (): Buffer => {
    const bytes = Buffer.concat(parts);
    parts = [];
    return bytes;
  };
  const zip = new Zip((error, bytes) => {
    // The type says that there always is an error.
    const problem = error as Error | null;
    if (problem !== null) throw problem;
    parts.push(bytes);
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: LEVEL });
    file.mtime = modifiedAt;
    zip.add(file);
    for await (const part of text) {
      file.push(ENCODER.encode(part));
      if (parts.length > 0) yield taken();
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield taken();
}
