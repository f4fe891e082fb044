/** As much of a request of a Postman collection as it takes to send it. */
interface PostmanValue {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

export interface PostmanRequest {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly header: readonly PostmanValue[];
    readonly url: {
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query: readonly PostmanValue[];
      readonly variable: readonly PostmanValue[];
    };
    readonly body?: { readonly raw: string };
  };
}

export interface PostmanCollection {
  readonly variable: readonly PostmanValue[];
  readonly item: readonly { readonly name: string; readonly item: readonly PostmanRequest[] }[];
}

/** What Postman sends of a request. */
export interface Filled {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** The request with its variables filled in, by the rules of Postman: what is disabled is not sent. */
export function filled(
  { name, request }: PostmanRequest,
  variables: Readonly<Record<string, string>>,
): Filled {
  const fill = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => variables[key] ?? whole);
  const sent = (values: readonly PostmanValue[]): PostmanValue[] =>
    values.filter(({ disabled }) => disabled !== true).map((one) => ({ ...one, value: fill(one.value) }));
  const { method, header, url } = request;
  const path = url.path.map((segment) => {
    const variable = url.variable.find(({ key }) => `:${key}` === segment);
    return variable === undefined ? segment : encodeURIComponent(fill(variable.value));
  });
  const pairs = sent(url.query).map(({ key, value }): [string, string] => [key, value]);
  const query = new URLSearchParams(pairs).toString();
  return {
    name,
    method,
    url: `${fill(url.host.join('.'))}/${path.join('/')}${query === '' ? '' : `?${query}`}`,
    headers: Object.fromEntries(sent(header).map(({ key, value }) => [key, value])),
  };
}
