import type { Route } from '../http/route.ts';
import { getBrand, getOverlay, postBrand } from './brand.ts';
import {
  postGenerate,
  getGeneration,
  getGenerations,
  postCancelGeneration,
  removeGeneration,
  postRestoreGeneration,
} from './generations.ts';
import { getImage } from './images.ts';
import { postImprovePrompt } from './improve-prompt.ts';
import {
  getLibrary,
  patchLibrary,
  getLibraryMonth,
  postLibraryZip,
  getLibraryZip,
} from './library.ts';
import { getPictureModels, getProviders } from './picture-models.ts';
import { postUnlockImage } from './unlock-image.ts';
import { postUnlockImages } from './unlock-images.ts';
import { postUnlock } from './unlock.ts';
import { postUpload } from './upload.ts';
import { deleteVersion, getVersions, postVersion } from './versions.ts';

export const studioRoutes: readonly Route[] = [
  getBrand,
  getOverlay,
  postBrand,
  deleteVersion,
  getVersions,
  postVersion,
  postGenerate,
  getGeneration,
  getGenerations,
  postCancelGeneration,
  removeGeneration,
  postRestoreGeneration,
  getImage,
  postImprovePrompt,
  getLibrary,
  patchLibrary,
  getLibraryMonth,
  postLibraryZip,
  getLibraryZip,
  getPictureModels,
  getProviders,
  postUnlockImage,
  postUnlockImages,
  postUnlock,
  postUpload,
];
