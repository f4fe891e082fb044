// The schemas and queries of an OpenAPI document as TypedDicts of Python 3.9.

const HEADER = `"""What the service gets and answers.

Written by npm run api-types from the OpenAPI document of the service; not to be edited.
"""

from __future__ import annotations

from datetime import datetime
from typing import Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union
`;
const SIMPLE = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };
/** Names that Python does not allow as those of fields. */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
/** Parameters of queries that are lists with commas. */
const LISTS = new Set(['externalId', 'studentId', 'types']);
const WIDTH = 112;

/** @returns the text of the module */
export function pythonTypesOf({ paths, components: { schemas } }) {
  const writer = new Writer();
  for (const [name, schema] of Object.entries(schemas)) writer.dictionary(name, schema);
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    if (parameters.length > 0) writer.query(queryName(operation.operationId), parameters);
  }
  return `${[HEADER, ...writer.parts].join('\n\n')}`;
}

/** UsersController_get is UsersControllerGetQuery. */
function queryName(operationId) {
  const [controller, method = ''] = operationId.split('_');
  return `${controller}${capital(method)}Query`;
}

class Writer {
  parts = [];

  dictionary(name, schema) {
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties ?? {}).map(([field, one]) => ({
      field,
      type: this.typeOf(one, name + capital(field)),
      isRequired: required.has(field),
      description: one.description,
    }));
    this.write(name, fields, schema.description);
  }

  query(name, parameters) {
    const fields = parameters.map(({ name: field, schema, description }) => ({
      field,
      type: queryType(field, schema, this.typeOf(schema, name + capital(field))),
      isRequired: false,
      description,
    }));
    this.write(name, fields);
  }

  /** A dictionary with fields of both kinds inherits those that it must have. */
  write(name, fields, description) {
    const needed = fields.filter(({ isRequired }) => isRequired);
    const others = fields.filter(({ isRequired }) => !isRequired);
    if (fields.some(({ field }) => KEYWORDS.has(field)))
      this.parts.push(functional(name, fields, needed.length === 0));
    else if (needed.length === 0)
      this.parts.push(classOf(name, 'TypedDict, total=False', others, description));
    else if (others.length === 0) this.parts.push(classOf(name, 'TypedDict', needed, description));
    else
      this.parts.push(
        classOf(`_${name}`, 'TypedDict', needed),
        classOf(name, `_${name}, total=False`, others, description),
      );
  }

  /** @param name of the dictionary that an object inside of another one gets */
  typeOf(schema, name) {
    const type = this.plainTypeOf(withoutNull(schema), name);
    return allowsNull(schema) ? `Optional[${type}]` : type;
  }

  /** @param schema which does not allow null */
  plainTypeOf(schema, name) {
    const several = schema.oneOf ?? schema.anyOf ?? schema.allOf;
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
    if (several !== undefined)
      return unionOf(several.map((one, place) => this.typeOf(one, `${name}${place || ''}`)));
    if (schema.enum !== undefined) return literalOf(schema.enum);
    if (schema.type === 'array') return `List[${this.typeOf(schema.items, name)}]`;
    if (schema.properties !== undefined) {
      this.dictionary(name, schema);
      return name;
    }
    if (schema.type === 'object') return this.mapOf(schema, name);
    return SIMPLE[schema.type] ?? 'object';
  }

  mapOf({ additionalProperties }, name) {
    const isTyped = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
    return isTyped ? `Dict[str, ${this.typeOf(additionalProperties, name)}]` : 'Mapping[str, object]';
  }
}

/** What stands for null, by the keyword in whose list it stands. */
const NULLS = {
  type: (one) => one === 'null',
  enum: (one) => one === null,
  anyOf: (one) => one.type === 'null',
};

function allowsNull(schema) {
  return Object.entries(NULLS).some(
    ([keyword, isNull]) => Array.isArray(schema[keyword]) && schema[keyword].some(isNull),
  );
}

/** What a schema allows besides null; a type that is left alone is no list. */
function withoutNull(schema) {
  const lists = Object.entries(NULLS).filter(([keyword]) => Array.isArray(schema[keyword]));
  const others = lists.map(([keyword, isNull]) => [keyword, schema[keyword].filter((one) => !isNull(one))]);
  const plain = { ...schema, ...Object.fromEntries(others) };
  return Array.isArray(plain.type) ? { ...plain, type: plain.type[0] } : plain;
}

function queryType(field, { format }, type) {
  if (LISTS.has(field)) return `Union[${type}, Sequence[${type}]]`;
  return field === 'since' || format === 'date-time' ? `Union[${type}, datetime]` : type;
}

function unionOf(types) {
  const different = [...new Set(types)];
  return different.length === 1 ? different[0] : `Union[${different.join(', ')}]`;
}

function literalOf(values) {
  return `Literal[${values.map(literal).join(', ')}]`;
}

function literal(value) {
  return typeof value === 'boolean' ? capital(`${value}`) : JSON.stringify(value);
}

function classOf(name, bases, fields, description) {
  const head = description === undefined ? [] : [docstring(description), ''];
  const lines = fields.flatMap(({ field, type, description: text }) => [
    `    ${field}: ${type}`,
    ...(text === undefined ? [] : [docstring(text)]),
  ]);
  return [`class ${name}(${bases}):`, ...head, ...lines, ''].join('\n');
}

function docstring(text) {
  const plain = text.replace(/\s+/g, ' ').replace(/\\/g, '\\\\').replace(/"/g, "'").trim();
  const words = plain.split(' ');
  const lines = [];
  let line = '    """';
  for (const word of words) {
    if (line.length + word.length > WIDTH) {
      lines.push(line.trimEnd());
      line = '    ';
    }
    line += `${word} `;
  }
  return [...lines, `${line.trimEnd()}"""`].join('\n');
}

/** With types as texts, which name what stands further down. */
function functional(name, fields, isPartial) {
  const lines = fields.map(
    ({ field, type }) => `        ${JSON.stringify(field)}: ${JSON.stringify(type.replace(/"/g, "'"))},`,
  );
  return [
    `${name} = TypedDict(`,
    `    "${name}",`,
    '    {',
    ...lines,
    '    },',
    `    total=${isPartial ? 'False' : 'True'},`,
    ')',
    '',
  ].join('\n');
}

function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
