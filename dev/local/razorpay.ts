import { sandboxRazorpayKeys } from '../../ops/cli/environment.ts';

/** Sets this API's webhook address at the stand-in of Razorpay. */
export async function sendWebhooksTo(apiUrl: string, razorpayUrl: string): Promise<void> {
  const { RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: secret } = sandboxRazorpayKeys;
  const answer = await fetch(`${razorpayUrl}/dashboard/webhook`, {
    method: 'PUT',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: `${apiUrl}/api/razorpay-webhook` }),
  });
  if (!answer.ok) throw new Error(`The stand-in of Razorpay answers ${answer.status}`);
}
