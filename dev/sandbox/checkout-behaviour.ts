/** The script of the payment sheet. The page's fragment has the data to show. */
export const checkoutBehaviour = `
'use strict';
const byId = (id) => document.getElementById(id);
const about = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}');
const embedded = parent !== window;
const form = byId('form');
const prefill = about.prefill || {};
let busy = false;
let hidden = null;

function tell(message) { parent.postMessage(message, about.parent); }

function postBack(fields) {
  const back = document.createElement('form');
  back.method = 'POST';
  back.action = about.callback_url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value === null || value === undefined ? '' : value;
    back.append(input);
  }
  document.body.append(back);
  back.submit();
}

function postError(error) {
  const fields = {};
  for (const [name, value] of Object.entries(error)) {
    fields['error[' + name + ']'] = name === 'metadata' ? JSON.stringify(value) : value;
  }
  postBack(fields);
}

function leave() {
  if (embedded) tell({ event: 'dismiss' });
  else if (about.callback_url) postError({
    code: 'BAD_REQUEST_ERROR',
    description: 'Payment processing cancelled by user',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_cancelled',
    metadata: { order_id: about.order_id },
  });
}

function askToLeave() {
  if (busy) return;
  if (!about.confirmClose || hidden || byId('pay').hidden) { leave(); return; }
  hidden = byId('pay');
  hidden.hidden = true;
  byId('leave').hidden = false;
  byId('stay').focus();
}

function stay() {
  byId('leave').hidden = true;
  hidden.hidden = false;
  hidden = null;
  byId('success').focus();
}

function problem(text) {
  byId('problem').textContent = text;
  byId('problem').hidden = !text;
}

function wait(on) {
  busy = on;
  for (const button of document.querySelectorAll('button')) button.disabled = on;
  byId('loading').textContent = 'Processing…';
  byId('loading').hidden = !on;
}

async function call(path, body) {
  const answer = await fetch(path, body && {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.error.description);
  return json;
}

function failed({ error, retryInMs }) {
  if (!embedded) { postError(error); return; }
  tell({ event: 'failed', error });
  if (!about.retry) { tell({ event: 'dismiss' }); return; }
  const late = retryInMs === null ? '' : ' The bank will confirm it in ' + retryInMs / 1000 + ' s.';
  problem(error.description + late);
}

function settled(answer) {
  if (answer.status === 'failed') { failed(answer); return; }
  if (answer.status === 'paid') {
    if (embedded) tell({ event: 'paid', callback: answer.callback });
    else postBack(answer.callback);
    return;
  }
  if (embedded) { tell({ event: 'dismiss' }); return; }
  byId('pay').hidden = true;
  byId('close').hidden = true;
  byId('paid').hidden = false;
}

async function pay(outcome) {
  problem('');
  wait(true);
  const given = new FormData(form);
  try {
    const answer = await call('/checkout/payments', {
      key_id: about.key, order_id: about.order_id, outcome,
      method: given.get('method'),
      vpa: given.get('method') === 'upi' ? given.get('vpa') : null,
      bank: given.get('method') === 'netbanking' ? given.get('bank') : null,
      description: about.description, email: prefill.email, contact: prefill.contact, notes: about.notes,
    });
    wait(false);
    settled(answer);
  } catch (error) {
    wait(false);
    problem(error.message);
  }
}

function showMethod() {
  const chosen = new FormData(form).get('method');
  for (const fields of document.querySelectorAll('[data-method]')) {
    fields.hidden = fields.dataset.method !== chosen;
  }
}

/** Black or white, whichever is easier to read on a colour like #F2A20C. */
function readableOn(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#141B2D' : '#FFFFFF';
}

function dress() {
  document.body.classList.toggle('page', !embedded);
  if (/^#[0-9a-f]{6}$/i.test(about.color || '')) {
    document.documentElement.style.setProperty('--accent', about.color);
    document.documentElement.style.setProperty('--on-accent', readableOn(about.color));
  }
  if (about.name) byId('name').textContent = about.name;
  byId('about').textContent = about.description || '';
  byId('about').hidden = !about.description;
  const method = form.querySelector('[value="' + CSS.escape(prefill.method || 'upi') + '"]');
  if (method) method.checked = true;
  if (prefill.vpa) form.elements.vpa.value = prefill.vpa;
  showMethod();
}

async function start() {
  dress();
  try {
    const order = await call('/checkout/orders/' + encodeURIComponent(about.order_id) + '?key_id=' + encodeURIComponent(about.key));
    const amount = new Intl.NumberFormat('en-IN', { style: 'currency', currency: order.currency }).format(order.amount / 100);
    byId('amount').textContent = amount;
    byId('amount').hidden = false;
    byId('success').textContent = 'Pay ' + amount;
    byId('pay').hidden = false;
    byId('success').focus();
  } catch (error) {
    problem(error.message);
  }
  byId('loading').hidden = true;
}

form.addEventListener('change', showMethod);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!busy) pay(event.submitter ? event.submitter.dataset.outcome : 'success');
});
byId('close').onclick = askToLeave;
byId('dismiss').onclick = askToLeave;
byId('stay').onclick = stay;
byId('go').onclick = leave;
addEventListener('keydown', ({ key }) => { if (key === 'Escape' && about.escape !== false) askToLeave(); });
start();
`;
