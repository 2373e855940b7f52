// Loaded before every test file: resets the state of the process, as if each file had a new one.
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

afterAll(() => {
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
});
