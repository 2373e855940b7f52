import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const setupFiles = ['local/testing/stay-home.ts'];
const exclude = ['**/node_modules/**', '**/dist/**', '.local/**'];

// Pure tests run with `npx vitest run <filter>` too; what needs a database says to use `npm test`.
// oxlint-disable-next-line import/no-default-export -- vitest asks for one
export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the cores there are: most tests wait for servers now and then.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit+integration',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, 'e2e/**'],
          setupFiles,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude,
          setupFiles,
          // After everything else: two of them and what they wait for fill two cores.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
