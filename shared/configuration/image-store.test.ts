import { expect, test } from 'vitest';
import { findImageStoreProblem, parseImageStore } from './image-store.ts';

test('IMAGE_STORE names a folder, a bucket with a prefix, or the new and the previous store', () => {
  expect(parseImageStore('/data/images')).toEqual([{ folder: '/data/images' }]);
  expect(parseImageStore('s3://bucket')).toEqual([{ bucket: 'bucket', prefix: '' }]);
  expect(parseImageStore('s3://a.bucket/one/two/, /data')).toEqual([
    { bucket: 'a.bucket', prefix: 'one/two/' },
    { folder: '/data' },
  ]);
});

test.each([
  '',
  ',',
  'a,b,c',
  's3://',
  's3://Bucket',
  's3://bucket/a b',
  'gs://bucket',
  's3:/x',
  's3:x',
  'file:/x',
  '/a,/a',
])('an invalid IMAGE_STORE is refused: %j', (setting) => {
  expect(findImageStoreProblem(setting)).toBeDefined();
  expect(() => parseImageStore(setting)).toThrow('IMAGE_STORE');
});

test('a folder on a drive of Windows is a folder', () => {
  expect(parseImageStore('C:/images')).toEqual([{ folder: 'C:/images' }]);
});
