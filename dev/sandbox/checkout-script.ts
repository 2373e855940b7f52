/**
 * The stand-in of `checkout.js`: defines `window.Razorpay`. The sheet is our own page in an iframe over the
 * merchant's page or, if `callback_url` and `redirect` are set, in place of the merchant's page.
 */
export const checkoutScript = `(() => {
'use strict';
const origin = new URL(document.currentScript.src).origin;

function post(action, fields) {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

class Razorpay {
  #options;
  #listeners = new Map();
  #frame = null;
  #timer;
  #overflow = '';
  #focused = null;

  constructor(options) {
    if (!options || typeof options.key !== 'string' || !options.key) throw new Error('No key passed');
    if (typeof options.order_id !== 'string' || !options.order_id) throw new Error('No order_id passed: this stand-in takes payments of orders only');
    this.#options = options;
  }

  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) || []), listener]);
  }

  #emit(event, detail) {
    for (const listener of this.#listeners.get(event) || []) listener(detail);
  }

  #address() {
    const { key, order_id, name, description, prefill, notes, theme, modal, retry, callback_url, redirect } = this.#options;
    const page = new URL('/checkout', origin);
    const about = { key, order_id, name, description, prefill, notes, color: theme && theme.color,
      confirmClose: Boolean(modal && modal.confirm_close), escape: !modal || modal.escape !== false,
      retry: retry !== false && (!retry || retry.enabled !== false),
      callback_url: redirect && callback_url ? new URL(callback_url, location.href).href : undefined,
      parent: location.origin };
    page.hash = encodeURIComponent(JSON.stringify(about));
    return page.href;
  }

  open() {
    if (this.#frame) return;
    const { callback_url, redirect, timeout } = this.#options;
    if (redirect && callback_url) { location.assign(this.#address()); return; }
    const frame = document.createElement('iframe');
    frame.className = 'razorpay-checkout-frame';
    frame.title = 'Razorpay Checkout';
    frame.src = this.#address();
    frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:2147483647;background:transparent;color-scheme:normal';
    this.#frame = frame;
    this.#focused = document.activeElement;
    this.#overflow = document.body.style.overflow;
    document.body.style.overflow = 'hidden';
    addEventListener('message', this.#hear);
    frame.addEventListener('load', () => frame.focus());
    // Appended to the body like the real sheet: an open modal <dialog> of the page would cover it.
    document.body.append(frame);
    if (Number(timeout) > 0) this.#timer = setTimeout(() => this.#dismiss('timeout'), Number(timeout) * 1000);
  }

  close() {
    if (this.#frame) this.#dismiss();
  }

  #remove() {
    clearTimeout(this.#timer);
    removeEventListener('message', this.#hear);
    if (this.#frame) this.#frame.remove();
    this.#frame = null;
    document.body.style.overflow = this.#overflow;
    if (this.#focused instanceof HTMLElement) this.#focused.focus();
  }

  #dismiss(reason) {
    this.#remove();
    const { modal } = this.#options;
    if (modal && typeof modal.ondismiss === 'function') modal.ondismiss(reason);
  }

  #hear = ({ origin: from, source, data }) => {
    if (from !== origin || !this.#frame || source !== this.#frame.contentWindow) return;
    if (data.event === 'dismiss') this.#dismiss();
    else if (data.event === 'failed') this.#emit('payment.failed', { error: data.error });
    else if (data.event === 'paid') {
      this.#remove();
      const { handler, callback_url } = this.#options;
      if (typeof handler === 'function') handler(data.callback);
      else if (callback_url) post(callback_url, data.callback);
    }
  };
}

window.Razorpay = Razorpay;
})();
`;
