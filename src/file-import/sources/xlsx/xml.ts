import sax from 'sax';

import { damaged } from './damaged.js';

/** What is done with the elements of an XML document. Names of elements and attributes come without a prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  /** May be called several times within one element. */
  text?(text: string): void;
  close?(name: string): void;
}

export type Attributes = ReadonlyMap<string, string>;

/**
 * Reads a document, and yields after each of its chunks, so that what was handled can be taken. A document type is
 * refused: a workbook has none, and it could define entities.
 * @throws {FeedError} when it is not well-formed
 */
export async function* readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = parserFor(handler);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw damaged(error);
  }
}

/** Reads a document whose handler collects what it needs. */
export async function collectXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(chunks, handler));
}

function parserFor(handler: XmlHandler): sax.SAXParser {
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]): [string, string] => [localName(key), String(value)]);
    handler.open(localName(name), new Map(own));
  };
  parser.ontext = (text) => handler.text?.(text);
  parser.oncdata = (text) => handler.text?.(text);
  parser.onclosetag = (name) => handler.close?.(localName(name));
  parser.ondoctype = () => {
    throw damaged('it has a document type');
  };
  parser.onerror = (error) => {
    throw damaged(error);
  };
  return parser;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
