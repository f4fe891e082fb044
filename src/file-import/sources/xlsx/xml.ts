import sax from 'sax';

import { damaged } from './damaged.js';

/** What is done with the elements of an XML document. Their names, and those of attributes, come without a prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  /** May be called several times within one element. */
  text?(text: string): void;
  close?(name: string): void;
}

export type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Tags, comments and the texts of cells are far shorter. The parser has a limit of its own, but only while it counts
 * lines: a sheet takes 15 seconds of the processor then, and 10 without.
 */
const LONGEST_SILENCE = 256 * 1024;

/**
 * Reads a document, and yields what the handler has made of each of its chunks. A document type is refused: a workbook
 * has none, and it could define entities.
 * @param taken what was made since it was called last
 * @throws {FeedError} when the document is not well-formed
 */
export async function* readXml<T>(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
  taken: () => Iterable<T>,
): AsyncGenerator<T> {
  let silence = 0;
  const parser = parserFor(handler, () => {
    silence = 0;
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) {
      silence += chunk.length;
      parser.write(decoder.decode(chunk, { stream: true }));
      if (silence > LONGEST_SILENCE) throw damaged(`it has ${LONGEST_SILENCE} bytes without an element`);
      yield* taken();
    }
    parser.write(decoder.decode()).close();
    yield* taken();
  } catch (error) {
    throw damaged(error);
  }
}

/** Reads a document whose handler collects what it needs. */
export async function collectXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  await readXml(chunks, handler, () => []).next();
}

/** @param onElement called with each element that begins or ends */
function parserFor(handler: XmlHandler, onElement: () => void): sax.SAXParser {
  const parser = sax.parser(true, { position: false });
  let attributes: Record<string, string> = {};
  parser.onopentagstart = () => {
    attributes = {};
  };
  parser.onattribute = ({ name, value }) => {
    attributes[localName(name)] = value;
  };
  parser.onopentag = ({ name }) => {
    onElement();
    handler.open(localName(name), attributes);
  };
  parser.ontext = (text) => handler.text?.(text);
  parser.oncdata = (text) => handler.text?.(text);
  parser.onclosetag = (name) => {
    onElement();
    handler.close?.(localName(name));
  };
  parser.ondoctype = () => {
    throw damaged('it has a document type');
  };
  parser.onerror = (error) => {
    throw damaged(error);
  };
  return parser;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
