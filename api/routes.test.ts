import { operations } from '@sachet/shared/operations/operations';
import { expect, test } from 'vitest';
import { routes } from './routes.ts';

test('each operation is served by one route', () => {
  const served = routes.map(({ name }) => name);
  expect(served.toSorted()).toEqual(Object.keys(operations).toSorted());
});
