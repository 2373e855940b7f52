// `npm run docs:configuration`: writes docs/configuration.md and .env.example from the schema of the servers'
// environment.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeConfiguration } from './describe-configuration.ts';
import { root } from '../local/places.ts';

for (const [file, text] of Object.entries(describeConfiguration())) {
  writeFileSync(join(root, file), text);
}
