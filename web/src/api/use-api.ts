import type { AnswerOf, QueryOf, ReadName } from '@sachet/shared/operations/operations';
import useSWR, { type SWRConfiguration } from 'swr';
import { readAt, toPath } from './client';
import type { ApiFailure } from './failure';
import { toKey, useUid, type Key } from './keys';

type Settings<Name extends ReadName> = SWRConfiguration<AnswerOf<Name>, ApiFailure>;

/** While `query` is null, nothing is requested. */
type Arguments<Name extends ReadName> =
  {} extends QueryOf<Name>
    ? [query?: QueryOf<Name> | null, settings?: Settings<Name>]
    : [query: QueryOf<Name> | null, settings?: Settings<Name>];

/** Reads data of the signed-in user. Without one, nothing is requested. */
export function useApi<Name extends ReadName>(name: Name, ...rest: Arguments<Name>) {
  const [query = {} as QueryOf<Name>, settings] = rest;
  const uid = useUid();
  return useSWR<AnswerOf<Name>, ApiFailure, Key | null>(
    uid && query ? toKey(uid, name, query) : null,
    ([path]) => readAt(name, path),
    settings,
  );
}

/** Reads data that is the same for every visitor. */
export function usePublicApi<Name extends ReadName>(name: Name, ...rest: Arguments<Name>) {
  const [query = {} as QueryOf<Name>, settings] = rest;
  return useSWR<AnswerOf<Name>, ApiFailure, string | null>(
    query ? toPath(name, query) : null,
    (path) => readAt(name, path),
    settings,
  );
}
