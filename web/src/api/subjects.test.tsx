import { audiences, Subject } from '@sachet/shared/contracts/live';
import { operations } from '@sachet/shared/operations/operations';
import useSWR from 'swr';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Live } from '../testing/live';
import { mount, see } from '../testing/mount';
import { signIn } from '../testing/people';
import { announce, dropListener } from '../testing/server';
import { readsBySubject } from './subjects';

const names = Object.values(readsBySubject).flat();
const paths = [...new Set(names.map((name) => name.slice('GET '.length)))];

/** How often each path was read. */
let reads = new Map<string, number>();

/** Shows a path with the keys of all reads, and counts instead of asking the server. */
function Reader({ path, uid }: { path: string; uid: string }) {
  const { data } = useSWR([path, uid], () => {
    reads.set(path, (reads.get(path) ?? 0) + 1);
    return reads.get(path);
  });
  return <li>{data && `${path} is read`}</li>;
}

const findReadAgain = () => paths.filter((path) => reads.get(path)! > 1);

beforeEach(async () => {
  reads = new Map();
  const uid = signIn();
  await mount(
    <Live>
      <ul>
        {paths.map((path) => (
          <Reader key={path} path={path} uid={uid} />
        ))}
      </ul>
    </Live>,
  );
  for (const path of paths) await see(page.getByText(`${path} is read`, { exact: true }));
  // StrictMode mounts twice, and SWR reads once for both.
  for (const path of paths) reads.set(path, 1);
});

test.each(Subject.options)(
  'a change of the subject %s reads what shows it again',
  async (subject) => {
    await announce({ event: 'changed', id: subject });
    const own = readsBySubject[subject].map((name) => name.slice('GET '.length));
    await expect
      .poll(findReadAgain)
      .toEqual(paths.filter((path) => own.some((each) => path.startsWith(each))));
  },
);

test('many changes of several subjects read each path again once', async () => {
  for (let i = 0; i < 50; i += 1) {
    await announce({ event: 'changed', id: 'exports' });
    await announce({ event: 'changed', id: 'notices' });
  }
  await expect.poll(findReadAgain).toEqual(['/api/admin/notices', '/api/admin/exports']);
  // The stream may deliver the last ones in a later piece.
  expect(reads.get('/api/admin/exports')).toBeLessThan(10);
});

test('everything that is watched is read again after the stream was interrupted', async () => {
  const { comeBack } = await dropListener();
  comeBack();
  await expect.poll(findReadAgain).toEqual(paths);
});

test('a subject reaches exactly the people who may read what shows it', () => {
  for (const subject of Subject.options) {
    for (const name of readsBySubject[subject]) {
      expect([name, operations[name].access]).toEqual([name, audiences[subject]]);
    }
  }
});
