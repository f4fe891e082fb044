import {
  type DataProvider,
  type GetListParams,
  type Identifier,
  type RaRecord,
  useDataProvider,
} from 'react-admin';

import { cursorPage } from './cursor-pages';
import type { Answer, CallOptions, Meta, Method } from './http';
import { idOf, keyOf, type Kind, kindOf } from './kinds';
import { callLoggedIn, linesLoggedIn } from './session';

type Fields = Record<string, unknown>;
type Query = CallOptions['query'];

/** The API's largest page; a longer one, as an export asks for, is composed of several. */
const LARGEST_PAGE = 100;

/** What the pages need beside react-admin's lists. Paths are relative to /api/v1/admin. */
export interface AdminDataProvider extends DataProvider {
  get<T, M = Meta>(path: string, query?: Query): Promise<Answer<T, M>>;
  post<T>(path: string, body?: unknown): Promise<Answer<T>>;
  /** @param ifMatch the tag of the answer that the change is based on */
  put<T, M = Meta>(path: string, body: unknown, ifMatch?: string): Promise<Answer<T, M>>;
  patch<T, M = Meta>(path: string, body: unknown, ifMatch?: string): Promise<Answer<T, M>>;
  remove<T>(path: string, ifMatch?: string): Promise<Answer<T>>;
  /** The lines of an answer that comes in parts. Ends when the signal is aborted. */
  lines(method: Method, path: string, options: CallOptions): Promise<AsyncGenerator>;
}

/** The data provider, which logs out when the session has ended. */
export function useAdminApi(): AdminDataProvider {
  return useDataProvider<AdminDataProvider>();
}

function withId(kind: Kind, row: Fields): RaRecord {
  return { ...row, id: idOf(kind, row) };
}

function pathOf(resource: string, id: Identifier): string {
  return `${resource}/${encodeURIComponent(id)}`;
}

async function getList(resource: string, params: Partial<GetListParams>) {
  const kind = kindOf(resource);
  const { pagination, sort, signal } = params;
  const { parentId, ...filters } = (params.filter ?? {}) as Fields & { parentId?: Identifier };
  const name = kind.path ?? resource;
  const path = kind.under === undefined ? name : `${pathOf(kind.under, parentId ?? '')}/${name}`;
  if (kind.byCursor) {
    const { page = 1, perPage = LARGEST_PAGE } = pagination ?? {};
    const list = `${path} ${JSON.stringify(filters)}`;
    const wanted = { page, perPage, largest: LARGEST_PAGE };
    const { rows, pageInfo } = await cursorPage(list, wanted, (query) =>
      callLoggedIn<Fields[]>('GET', path, { query: { ...filters, ...query }, signal }),
    );
    return { data: rows.map((row) => withId(kind, row)), pageInfo };
  }
  const order = sort !== undefined && kind.sorts?.includes(sort.field) ? sort : undefined;
  const { page = 1, perPage = LARGEST_PAGE } = pagination ?? {};
  const size = Math.min(perPage, LARGEST_PAGE);
  const rows: Fields[] = [];
  let nextPage = ((page - 1) * perPage) / size + 1;
  let answer: Answer<Fields[]>;
  do {
    const query = { ...filters, sort: order?.field, order: order?.order, page: nextPage, perPage: size };
    answer = await callLoggedIn<Fields[]>('GET', path, { query, signal });
    rows.push(...answer.data);
    nextPage += 1;
  } while (answer.data.length === size && rows.length < perPage);
  const data = rows.map((row) => withId(kind, row));
  return { data, total: answer.meta.total ?? data.length, meta: answer.meta };
}

async function getOne(resource: string, { id }: { readonly id: Identifier }) {
  const kind = kindOf(resource);
  const { first, second } = keyOf(kind, id);
  const query = kind.second === undefined ? {} : { [kind.second]: second };
  const { data } = await callLoggedIn<Fields>('GET', pathOf(resource, first), { query });
  // The address names the row, also when its second field has changed since.
  return { data: { ...withId(kind, data), id } };
}

function notUsed() {
  return Promise.reject(new Error('These pages change data by post, put, patch and remove.'));
}

const provider = {
  supportAbortSignal: true,
  getList,
  getOne,
  getMany: notUsed,
  getManyReference: notUsed,
  create: notUsed,
  update: notUsed,
  updateMany: notUsed,
  delete: notUsed,
  deleteMany: notUsed,
  get: <T, M>(path: string, query?: Query) => callLoggedIn<T, M>('GET', path, { query }),
  post: <T>(path: string, body: unknown = {}) => callLoggedIn<T>('POST', path, { body }),
  put: <T, M>(path: string, body: unknown, ifMatch?: string) =>
    callLoggedIn<T, M>('PUT', path, { body, ifMatch }),
  patch: <T, M>(path: string, body: unknown, ifMatch?: string) =>
    callLoggedIn<T, M>('PATCH', path, { body, ifMatch }),
  lines: linesLoggedIn,
  remove: <T>(path: string, ifMatch?: string) => callLoggedIn<T>('DELETE', path, { ifMatch }),
};

// react-admin's methods are generic in the record, which a provider for every resource cannot know.
export const dataProvider = provider as unknown as AdminDataProvider;
