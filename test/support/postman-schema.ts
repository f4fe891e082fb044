const text = { type: 'string' } as const;
const closed = { type: 'object', additionalProperties: false } as const;

/** A variable, a header or a query. */
const value = {
  ...closed,
  required: ['key', 'value'],
  properties: {
    key: { ...text, minLength: 1 },
    value: text,
    description: text,
    disabled: { type: 'boolean' },
  },
};
const values = { type: 'array', items: value } as const;
const texts = { type: 'array', items: { ...text, minLength: 1 }, minItems: 1 } as const;

const request = {
  ...closed,
  required: ['method', 'header', 'url'],
  properties: {
    method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    description: text,
    header: values,
    url: {
      ...closed,
      required: ['raw', 'host', 'path', 'query', 'variable'],
      properties: {
        raw: { ...text, pattern: '^\\{\\{baseUrl\\}\\}/' },
        host: texts,
        path: texts,
        query: values,
        variable: values,
      },
    },
    body: {
      ...closed,
      required: ['mode', 'raw', 'options'],
      properties: {
        mode: { const: 'raw' },
        raw: { ...text, minLength: 1 },
        options: {
          ...closed,
          required: ['raw'],
          properties: {
            raw: { ...closed, required: ['language'], properties: { language: { enum: ['json', 'text'] } } },
          },
        },
      },
    },
  },
};

/**
 * The part of Postman's format 2.1 that the service writes. The published schema allows members that it does not
 * name; this one does not, so that a misspelt one is found.
 */
export const POSTMAN_SCHEMA = {
  ...closed,
  required: ['info', 'variable', 'item'],
  properties: {
    info: {
      ...closed,
      required: ['name', 'schema'],
      properties: {
        name: { ...text, minLength: 1 },
        description: text,
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
    },
    variable: values,
    item: {
      type: 'array',
      items: {
        ...closed,
        required: ['name', 'item'],
        properties: {
          name: { ...text, minLength: 1 },
          description: text,
          item: {
            type: 'array',
            minItems: 1,
            items: {
              ...closed,
              required: ['name', 'request'],
              properties: { name: { ...text, minLength: 1 }, request },
            },
          },
        },
      },
    },
  },
};
