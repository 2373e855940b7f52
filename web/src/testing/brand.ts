import type { BrandKit } from '@sachet/shared/studio/contracts/brand';

export const someKit = (given: Partial<BrandKit> = {}): BrandKit => ({
  name: 'Sharma Sweets',
  phone: '',
  address: '',
  mainColor: '#8a1c3b',
  secondColor: '#f5c451',
  tone: null,
  logoUrl: null,
  updatedAt: '2026-03-01T10:00:00.000Z',
  ...given,
});
