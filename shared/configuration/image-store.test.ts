import { expect, test } from 'vitest';
import { findImageStoreProblem, parseImageStore } from './image-store.ts';

test('IMAGE_STORE names a folder, or a bucket and perhaps a prefix', () => {
  expect(parseImageStore('/data/images')).toEqual({ folder: '/data/images' });
  expect(parseImageStore('C:/images')).toEqual({ folder: 'C:/images' });
  expect(parseImageStore('s3://bucket')).toEqual({ bucket: 'bucket', prefix: '' });
  expect(parseImageStore('s3://a.bucket/one/two/')).toEqual({
    bucket: 'a.bucket',
    prefix: 'one/two/',
  });
});

test.each([
  '',
  's3://',
  's3://Bucket',
  's3://bucket/a b',
  'gs://bucket',
  's3:/x',
  's3:x',
  'file:/x',
  's3://bucket,/data/images',
])('an invalid IMAGE_STORE is refused: %j', (setting) => {
  expect(findImageStoreProblem(setting)).toBeDefined();
  expect(() => parseImageStore(setting)).toThrow('IMAGE_STORE');
});
