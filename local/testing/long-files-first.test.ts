import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LongFilesFirst, smallButLong } from './long-files-first.ts';

const root = join(import.meta.dirname, '../..');

const toProject = (name: string, groupOrder: number) => ({
  name,
  config: { isolate: false, sequence: { groupOrder } },
});
const servers = toProject('unit+integration', 0);
const components = toProject('components', 1);
const journeys = toProject('e2e', 1);

const toSpecification = (file: string, project: object) =>
  ({ moduleId: join(root, file), project }) as unknown as TestSpecification;

const cache = { getTestSpecificationResult: () => undefined };

test('small long files are begun first, within their project', async () => {
  const files = [
    ['e2e/studio.test.ts', journeys],
    ['web/src/routes.test.tsx', components],
    ['web/src/chat/ChatPage.test.tsx', components],
    ['api/chat.test.ts', servers],
    ['api/chat/silence.test.ts', servers],
  ] as const;
  const sequencer = new LongFilesFirst({ cache } as unknown as Vitest);
  const sorted = await sequencer.sort(
    files.map(([file, project]) => toSpecification(file, project)),
  );
  expect(sorted.map(({ moduleId }) => moduleId.slice(root.length + 1))).toEqual([
    'api/chat/silence.test.ts',
    'api/chat.test.ts',
    'web/src/routes.test.tsx',
    'web/src/chat/ChatPage.test.tsx',
    'e2e/studio.test.ts',
  ]);
});

test('each of them is there', () => {
  for (const file of smallButLong) expect(existsSync(join(root, file)), file).toBe(true);
});
