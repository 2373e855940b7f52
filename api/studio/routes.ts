import type { Route } from '../http/route.ts';
import { postDictation } from './dictation.ts';
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

export const studioRoutes: readonly Route[] = [
  getPictureModels,
  getProviders,
  postUpload,
  postGenerate,
  postImprovePrompt,
  postDictation,
  getGeneration,
  getGenerations,
  postCancelGeneration,
  removeGeneration,
  postRestoreGeneration,
  getLibrary,
  patchLibrary,
  getLibraryMonth,
  postLibraryZip,
  getLibraryZip,
  postUnlock,
  postUnlockImage,
  postUnlockImages,
  getImage,
];
