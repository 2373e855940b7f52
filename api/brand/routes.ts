import type { Route } from '../http/route.ts';
import { getBrand, getOverlay, postBrand } from './brand.ts';
import { deleteVersion, getVersions, postVersion } from './versions.ts';

export const brandRoutes: readonly Route[] = [
  getBrand,
  postBrand,
  getOverlay,
  getVersions,
  postVersion,
  deleteVersion,
];
