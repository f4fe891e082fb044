import sax from 'sax';

/** A name with its namespace. */
export type XmlName = readonly [namespace: string, name: string];

export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** By name, with the prefix where there is one. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** What stands in the element itself, without its children. */
  readonly text: string;
}

interface GrowingElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/** Far deeper than any message or metadata of SAML. */
const DEEPEST = 50;

/** The most of a document that a caller sends. */
export interface XmlLimits {
  readonly elements: number;
  /** Of one element. */
  readonly children: number;
  /** Of one element, namespaces too. */
  readonly attributes: number;
  readonly allAttributes: number;
}

/** The text is not a document of XML, has a document type, or nests too deep. */
export class NotXml extends Error {}

/** The document is beyond a limit. */
export class TooMuchXml extends Error {}

/**
 * @throws {NotXml}
 * @throws {TooMuchXml}
 */
export function parseXml(text: string, limits?: XmlLimits): XmlElement {
  const document: GrowingElement = { namespace: '', name: '', attributes: new Map(), children: [], text: '' };
  const open = [document];
  let elements = 0;
  let allAttributes = 0;
  const parser = sax.parser(true, { xmlns: true, position: false });
  const add = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.onopentag = (tag) => {
    if (open.length > DEEPEST) throw new NotXml();
    const element = elementOf(tag);
    const siblings = open.at(-1)?.children ?? [];
    siblings.push(element);
    elements += 1;
    allAttributes += element.attributes.size;
    if (
      limits !== undefined &&
      (elements > limits.elements ||
        siblings.length > limits.children ||
        element.attributes.size > limits.attributes ||
        allAttributes > limits.allAttributes)
    )
      throw new TooMuchXml();
    open.push(element);
  };
  parser.onclosetag = () => {
    open.pop();
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.ondoctype = () => {
    throw new NotXml();
  };
  parser.onerror = () => {
    throw new NotXml();
  };
  parser.write(text).close();
  const [root, ...others] = document.children;
  if (root === undefined || others.length > 0) throw new NotXml();
  return root;
}

function elementOf(tag: sax.Tag | sax.QualifiedTag): GrowingElement {
  // It has with `xmlns`, as above.
  if (!('uri' in tag)) throw new NotXml();
  const attributes = Object.entries(tag.attributes).map(([name, { value }]): [string, string] => [
    name,
    value,
  ]);
  const { uri: namespace, local: name } = tag;
  return { namespace, name, attributes: new Map(attributes), children: [], text: '' };
}

export function isNamed(element: XmlElement, [namespace, name]: XmlName): boolean {
  return element.name === name && element.namespace === namespace;
}

export function childrenOf(element: XmlElement, name: XmlName): XmlElement[] {
  return element.children.filter((child) => isNamed(child, name));
}

/** The element, and all that it contains. */
export function* allOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* allOf(child);
}

/** The text without white space around it; undefined of an element that contains others. */
export function plainText({ children, text }: XmlElement): string | undefined {
  return children.length === 0 ? text.trim() : undefined;
}
