import {
  type DataProvider,
  type GetListParams,
  type Identifier,
  type RaRecord,
  useDataProvider,
} from 'react-admin';

import type { Answer, CallOptions } from './http';
import { ALL_PROGRAMS, type Kind, kindOf, THE_ONE } from './kinds';
import { callLoggedIn } from './session';

type Row = Record<string, unknown>;
type Query = CallOptions['query'];

/** The API's largest page; longer wishes, as an export has, are put together from several. */
const LARGEST_PAGE = 100;

/** What the pages need beside react-admin's own methods. Paths are relative to /api/v1/admin. */
export interface AdminDataProvider extends DataProvider {
  get<T>(path: string, query?: Query): Promise<Answer<T>>;
  post<T>(path: string, body?: unknown): Promise<Answer<T>>;
  put<T>(path: string, body: unknown): Promise<Answer<T>>;
  patch<T>(path: string, body: unknown): Promise<Answer<T>>;
  remove<T>(path: string): Promise<Answer<T>>;
}

/** The data provider, which logs out when the session has ended. */
export function useAdminApi(): AdminDataProvider {
  return useDataProvider<AdminDataProvider>();
}

function rowOf(kind: Kind, row: Row): RaRecord {
  const id = kind.single ? THE_ONE : (row[kind.key] ?? ALL_PROGRAMS);
  return { ...row, id: id as Identifier };
}

function pathOf(resource: string, id: Identifier): string {
  return kindOf(resource).single ? resource : `${resource}/${encodeURIComponent(id)}`;
}

async function list(resource: string, params: Partial<GetListParams>) {
  const kind = kindOf(resource);
  const { pagination, sort, signal } = params;
  const { of, ...wishes } = (params.filter ?? {}) as Row & { of?: Identifier };
  const filters = { ...wishes, ...(params.meta as Row | undefined) };
  const path = kind.under === undefined ? resource : `${pathOf(kind.under, of ?? '')}/${resource}`;
  const options = signal === undefined ? {} : { signal };
  const sorting =
    sort !== undefined && kind.sorts?.includes(sort.field) ? { sort: sort.field, order: sort.order } : {};
  const { page = 1, perPage = LARGEST_PAGE } = pagination ?? {};
  const size = Math.min(perPage, LARGEST_PAGE);
  const first = ((page - 1) * perPage) / size + 1;
  const rows: Row[] = [];
  let answer: Answer<Row[]>;
  let next = first;
  do {
    const query = { ...filters, ...sorting, page: next, perPage: size };
    answer = await callLoggedIn<Row[]>('GET', path, { ...options, query });
    rows.push(...answer.data);
    next += 1;
  } while (answer.data.length === size && rows.length < perPage);
  const data = rows.map((row) => rowOf(kind, row));
  return { data, total: answer.meta.total ?? data.length, meta: answer.meta };
}

/** The fields whose value is another one than before. */
function changesOf(data: Row, before: Row): Row {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => name !== 'id' && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}

async function one(resource: string, answer: Promise<Answer<Row>>) {
  const { data, meta } = await answer;
  return { data: rowOf(kindOf(resource), data), meta };
}

function change(resource: string, id: Identifier, data: Row, before: Row) {
  const { replaces } = kindOf(resource);
  if (replaces === undefined)
    return callLoggedIn<Row>('PATCH', pathOf(resource, id), { body: changesOf(data, before) });
  const body = Object.fromEntries(replaces.map((name) => [name, data[name]]));
  return callLoggedIn<Row>('PUT', pathOf(resource, id), { body });
}

const provider = {
  supportAbortSignal: true,
  getList: list,
  getOne: (resource: string, { id }: { id: Identifier }) =>
    one(resource, callLoggedIn<Row>('GET', pathOf(resource, id))),
  getMany: async (resource: string, { ids }: { ids: Identifier[] }) => {
    const answers = await Promise.all(
      ids.map((id) => one(resource, callLoggedIn<Row>('GET', pathOf(resource, id)))),
    );
    return { data: answers.map(({ data }) => data) };
  },
  getManyReference: (resource: string, { id, ...params }: Partial<GetListParams> & { id: Identifier }) =>
    list(resource, { ...params, filter: { ...(params.filter as Row | undefined), of: id } }),
  create: (resource: string, { data }: { data: Row }) =>
    one(resource, callLoggedIn<Row>('POST', resource, { body: data })),
  update: (resource: string, params: { id: Identifier; data: Row; previousData: Row }) =>
    one(resource, change(resource, params.id, params.data, params.previousData)),
  updateMany: () => Promise.reject(new Error('The API changes one at a time')),
  delete: (resource: string, { id }: { id: Identifier }) =>
    one(resource, callLoggedIn<Row>('DELETE', pathOf(resource, id))),
  deleteMany: () => Promise.reject(new Error('The API removes one at a time')),
  get: <T>(path: string, query?: Query) => callLoggedIn<T>('GET', path, { query }),
  post: <T>(path: string, body: unknown = {}) => callLoggedIn<T>('POST', path, { body }),
  put: <T>(path: string, body: unknown) => callLoggedIn<T>('PUT', path, { body }),
  patch: <T>(path: string, body: unknown) => callLoggedIn<T>('PATCH', path, { body }),
  remove: <T>(path: string) => callLoggedIn<T>('DELETE', path),
};

// react-admin's methods are generic in the record, which a provider for every resource cannot know.
export const dataProvider = provider as unknown as AdminDataProvider;
