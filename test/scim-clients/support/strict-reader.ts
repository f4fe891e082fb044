import SCIMMY from 'scimmy';

import type { ScimBody } from '../../support/scim.js';

interface Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly required: boolean;
  readonly caseExact?: boolean;
  readonly mutability: string;
  readonly returned: string;
  readonly uniqueness?: string;
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Described[];
  readonly attributes?: readonly Described[];
}

type Definition = InstanceType<typeof SCIMMY.Types.SchemaDefinition>;
type Attribute = InstanceType<typeof SCIMMY.Types.Attribute>;
type Type = ConstructorParameters<typeof SCIMMY.Types.Attribute>[0];

/** SCIMMY knows URNs of the IETF only; the RFC allows others. */
function knownUrn(urn: string): string {
  return urn.replace(/^urn:(?!ietf:)/, 'urn:ietf:params:scim:schemas:extension:');
}

function attributeOf(described: Described): Attribute {
  const { type, name, description, multiValued, required, mutability, returned } = described;
  const { caseExact = false, uniqueness = 'none' } = described;
  const { canonicalValues, referenceTypes, subAttributes = [] } = described;
  const config = {
    description,
    multiValued,
    required,
    mutable: mutability,
    returned,
    caseExact,
    uniqueness,
    ...(canonicalValues === undefined ? {} : { canonicalValues: [...canonicalValues] }),
    ...(referenceTypes === undefined ? {} : { referenceTypes: [...referenceTypes] }),
  };
  return new SCIMMY.Types.Attribute(type as Type, name, config, subAttributes.map(attributeOf));
}

function definitionOf({ id, name, description, attributes = [] }: Described): Definition {
  return new SCIMMY.Types.SchemaDefinition(name, knownUrn(id), description, attributes.map(attributeOf));
}

/** Reads resources with SCIMMY by the schemas that the service itself publishes. */
export class StrictReader {
  private constructor(private readonly definition: Definition) {}

  /** @param schemas the answer of `/Schemas`. @param core the schema of the resources; the others extend it */
  static of(schemas: readonly ScimBody[], core: string, extensions: readonly string[] = []): StrictReader {
    const find = (id: string): Definition => {
      const found = schemas.find((one) => one.id === id);
      if (found === undefined) throw new Error(`${id} is not published`);
      return definitionOf(found as unknown as Described);
    };
    const definition = find(core);
    for (const extension of extensions) definition.extend(find(extension), false);
    return new StrictReader(definition);
  }

  /** The resource as SCIMMY understands it; an attribute of a wrong type, or a value that is not allowed, throws. */
  read(resource: ScimBody): Record<string, unknown> {
    const names = Object.entries(resource).map(([name, value]) => [knownUrn(name), value] as const);
    const sent = {
      ...Object.fromEntries(names),
      schemas: (resource['schemas'] as string[]).map(knownUrn),
    };
    const read: unknown = this.definition.coerce(sent, 'out');
    return JSON.parse(JSON.stringify(read)) as Record<string, unknown>;
  }

  /** What was sent, under the names by which {@link read} answers. */
  static sent(resource: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(resource).map(([name, value]) => [knownUrn(name), value]));
  }
}
