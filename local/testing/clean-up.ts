// Loaded before every test file: the files of one process find it as they would find a new one.
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

afterAll(() => {
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
});
