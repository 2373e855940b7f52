import { operations } from '@sachet/shared/operations/operations';
import { expect, test } from 'vitest';
import { routes } from './routes.ts';

test('one route serves each operation', () => {
  const served = routes.map(({ name }) => name);
  expect(served.toSorted()).toEqual(Object.keys(operations).toSorted());
});
