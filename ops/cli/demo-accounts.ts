// Creates the demo profile's accounts once its API and emulator answer.
import { demoPassword, demoPeople } from './demo-people.ts';
import { demoEnvironment, demoProject } from './demo-environment.ts';
import { seed } from './seed.ts';
import { say } from '../../dev/local/steps.ts';

await seed({
  apiUrl: 'http://web:8080',
  projectId: demoProject,
  emulatorHost: 'emulator:9099',
});
say(`\nSachet is ready: ${demoEnvironment(process.env).PUBLIC_URL}`);
for (const { title, email } of demoPeople) {
  say(`  ${title.padEnd(20)} ${email.padEnd(20)} ${demoPassword}`);
}
