import useSWR from 'swr';
import { call } from '../api/client';

/** `GET /api/geo`, asked once a visit; undefined until it has answered, and when it cannot. */
export function useCountry(): string | null | undefined {
  const { data } = useSWR('/api/geo', (path: string) => call(path, 'GeoResponse'), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  return data?.countryCode;
}
