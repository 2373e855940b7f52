import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testsOfEveryPage } from '../changed-tests.ts';

/**
 * Small files that take long: each repeats its tests for every page, or waits for a server. Vitest, which
 * knows no times in a fresh clone, begins with the largest files, and these ran alone at the end.
 */
export const smallButLong = [
  'api/chat/silence.test.ts',
  'api/studio/stopping.test.ts',
  'local/testing/stack.test.ts',
  ...testsOfEveryPage,
];

const isSmallButLong = ({ moduleId }: Pick<TestSpecification, 'moduleId'>): boolean =>
  smallButLong.some((file) => moduleId.endsWith(`/${file}`));

/** Those first within their project, the others as vitest has them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return sorted.toSorted(
      (a, b) =>
        projects.indexOf(a.project) - projects.indexOf(b.project) ||
        Number(isSmallButLong(b)) - Number(isSmallButLong(a)),
    );
  }
}
