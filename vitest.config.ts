import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { browsers, findProgram } from './dev/local/debian-packages.ts';
import { testChromiumFlags } from './dev/local/testing/chromium-flags.ts';

const midnight = 'dev/local/testing/midnight.ts';
const setupFiles = [
  midnight,
  'dev/local/testing/stay-home.ts',
  'dev/local/testing/same-address.ts',
  'dev/local/testing/clean-up.ts',
];
const exclude = ['**/node_modules/**', '**/dist/**', '.local/**'];
// `npm run soak` runs the soaks; `npm test` only with a filter that names one.
const isSoak = process.argv.some((arg) => arg.includes('soak'));

const cores = availableParallelism();

// Pure tests run with `npx vitest run <filter>` too; what needs a database says to use `npm test`.
// oxlint-disable-next-line import/no-default-export -- vitest asks for one
export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for servers a third of their time: two for each core keep it busy.
    maxWorkers: 2 * cores,
    projects: [
      {
        test: {
          name: 'unit+integration',
          include: ['**/*.test.ts'],
          exclude: [...exclude, 'dev/e2e/**', ...(isSoak ? [] : ['**/*.soak.test.ts'])],
          setupFiles,
          // One process runs many files and loads each module once, so no file may leave anything in a global.
          isolate: false,
          // Only a hanging test may exceed these: a busy machine may be ten times slower than ours.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        // The client's own plugins and folder.
        extends: './web/vite.config.ts',
        root: './web',
        // All dependencies are found before the first test, because one that is found later reloads the page.
        optimizeDeps: { entries: ['src/app/main.tsx', 'src/**/*.test.tsx', 'src/testing/*'] },
        test: {
          name: 'components',
          api: { host: '127.0.0.1' },
          include: ['src/**/*.test.tsx'],
          setupFiles: [midnight, 'web/src/testing/set-up.ts'].map((file) =>
            join(import.meta.dirname, file),
          ),
          testTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          // Each page serves many files and reads the client's modules once.
          isolate: false,
          // One more than cores, because the components continue alone after the journeys. Vitest requires the same
          // number for both, which run concurrently.
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // The largest size of a test's frame (web/src/testing/mount.tsx).
            viewport: { width: 1440, height: 900 },
            // Names and texts are found by a part, as in the journeys.
            locators: { exact: false },
            provider: playwright({
              launchOptions: {
                executablePath: process.env.TEST_CHROMIUM ?? findProgram(browsers),
                args: testChromiumFlags,
              },
              contextOptions: {
                locale: 'en-IN',
                timezoneId: 'Asia/Kolkata',
                reducedMotion: 'reduce',
              },
              actionTimeout: 60_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['dev/e2e/**/*.test.ts'],
          exclude,
          setupFiles,
          // Concurrently with the components, because journeys often wait for the studio.
          maxWorkers: cores + 1,
          // One studio and one browser serve many files.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
