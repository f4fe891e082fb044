import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** One step of a JSON Pointer (RFC 6901), as it stands in a URI. */
function step(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Validates by the schemas of a document of OpenAPI 3.1 or AsyncAPI 3, which are JSON Schema. */
export class DocumentedSchemas {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(document: object) {
    (addFormats as unknown as (target: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema({ ...document, $id: 'document' });
  }

  /**
   * @param place the names that lead to the schema in the document
   * @returns each place in the value that is wrong, with the reason
   */
  problemsOf(place: readonly string[], value: unknown): [place: string, reason: string][] {
    const validate = this.ajv.getSchema(`document#${place.map((name) => `/${step(name)}`).join('')}`);
    if (validate === undefined) throw new Error(`The document has no schema at ${place.join(' ')}`);
    if (validate(value) === true) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '' }) => [instancePath, message]);
  }
}
