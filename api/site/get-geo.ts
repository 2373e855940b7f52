import type { Request } from 'express';
import type { GeoResponse } from '@sachet/shared/contracts/geo';
import { knownCountry } from './geo.ts';
import type { Dependencies } from '../dependencies.ts';
import { route } from '../http/route.ts';

export const getGeo = route('GET /api/geo', {
  async handle({ deps, request, response }) {
    const countryCode =
      getProxyCountry(deps, request) ?? (await deps.countries.findCountry(request.ip));
    const body: GeoResponse = { countryCode };
    response.set('Cache-Control', 'private, max-age=300').json(body);
  },
});

/** Any caller can send the header, so it is used only if a trusted proxy overwrites it. */
function getProxyCountry(
  { settings }: Pick<Dependencies, 'settings'>,
  request: Request,
): string | null {
  const { GEO_COUNTRY_HEADER: header, TRUSTED_PROXIES: proxies } = settings;
  return header && proxies > 0 ? knownCountry(request.get(header)) : null;
}
