// The live event of the end of a work may arrive before the answer that says that the work has begun.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { someTopUp } from '../testing/checkout';
import { somePicture, somePictureBought } from '../testing/generations';
import { Live } from '../testing/live';
import { mount, see } from '../testing/mount';
import { signIn } from '../testing/people';
import { announce, answer, requestsTo } from '../testing/server';
import { cacheGeneration, useGeneration } from './hooks';
import { cacheTopUp, useTopUp } from './top-up';

test('a purchase that ends before its order is answered is shown as paid', async () => {
  const uid = signIn();
  const pending = somePicture({ unlockStatus: 'pending' });
  const { generationId } = pending;
  answer('GET /api/generation', pending);
  function Purchase() {
    const { data } = useGeneration(generationId);
    return data && <p>{data.unlocked ? 'paid' : data.unlockStatus}</p>;
  }
  await mount(
    <Live>
      <Purchase />
    </Live>,
  );
  await see(page.getByText('pending'));
  answer('GET /api/generation', somePictureBought());
  await announce({ event: 'generation', id: generationId });
  await see(page.getByText('paid'));

  await cacheGeneration(uid, pending);
  await see(page.getByText('paid'));
  expect(requestsTo('GET /api/generation')).toHaveLength(3);
});

test('a payment that is credited before its verification is answered is shown as credited', async () => {
  const uid = signIn();
  const confirming = someTopUp({ status: 'confirming' });
  answer('GET /api/top-up', confirming);
  function Order() {
    return <p>{useTopUp(confirming.orderId).data?.status}</p>;
  }
  await mount(
    <Live>
      <Order />
    </Live>,
  );
  await see(page.getByText('confirming'));
  answer('GET /api/top-up', someTopUp());
  await announce({ event: 'top-up', id: confirming.orderId });
  await see(page.getByText('credited'));

  await cacheTopUp(uid, confirming);
  await see(page.getByText('credited'));
  expect(requestsTo('GET /api/top-up')).toHaveLength(3);
});
