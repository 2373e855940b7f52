/** The payment sheet: one file, no network requests except its own JSON, text nodes only. */
import { checkoutBehaviour } from './checkout-behaviour.ts';

export const checkoutPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment · Razorpay sandbox</title>
<style>
:root { --accent:#1F4FD8; --on-accent:#FFFFFF; --card:#FFFFFF; --soft-card:#F5F7FB; --ink:#141B2D; --soft:#566079; --edge:#D9DFEB; --bad:#B3261E; --bad-card:#FDECEA; --good:#1B6B3A; }
* { box-sizing: border-box; }
html { background: transparent; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: end center; background: rgb(15 20 33 / .62); color: var(--ink); font: 16px/1.45 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
body.page { background: #EAEEF6; }
main { width: 100%; max-height: 100dvh; overflow-y: auto; background: var(--card); border-radius: 16px 16px 0 0; animation: rise 180ms ease-out; }
@keyframes rise { from { transform: translateY(24px); opacity: 0; } }
@media (min-width: 640px) { body { place-items: center; padding: 24px; } main { max-width: 420px; max-height: calc(100dvh - 48px); border-radius: 16px; box-shadow: 0 24px 64px rgb(10 15 30 / .35); } }
@media (prefers-reduced-motion: reduce) { main { animation: none; } }
header { position: relative; padding: 16px 64px 16px 20px; background: var(--accent); color: var(--on-accent); }
h1 { margin: 0; font-size: 18px; line-height: 1.3; font-weight: 650; overflow-wrap: anywhere; }
p { margin: 0; }
#about { font-size: 14px; overflow-wrap: anywhere; }
#amount { margin-top: 8px; font-size: 28px; line-height: 1.15; font-weight: 700; letter-spacing: -.01em; font-variant-numeric: tabular-nums; }
#close { position: absolute; top: 8px; right: 8px; width: 44px; min-height: 44px; padding: 0; border: 0; background: transparent; color: inherit; font-size: 26px; line-height: 1; }
.body { padding: 16px 20px 20px; display: grid; gap: 14px; }
fieldset { margin: 0; padding: 4px; border: 0; border-radius: 12px; background: var(--soft-card); display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px; }
legend { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
fieldset label { position: relative; display: grid; place-items: center; min-height: 44px; border-radius: 9px; font-size: 15px; font-weight: 600; color: var(--soft); cursor: pointer; }
fieldset input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
fieldset label:has(:checked) { background: var(--card); color: var(--ink); box-shadow: 0 1px 4px rgb(20 27 45 / .16); }
.fields { display: grid; gap: 12px; grid-template-columns: 1fr 1fr; }
.fields > label { display: grid; gap: 4px; font-size: 14px; color: var(--soft); min-width: 0; }
.wide { grid-column: 1 / -1; }
.fields input, select { width: 100%; min-height: 44px; padding: 0 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit; }
button { min-height: 44px; padding: 8px 14px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit; font-size: 15px; font-weight: 600; cursor: pointer; }
button.main { min-height: 48px; border-color: transparent; background: var(--accent); color: var(--on-accent); font-size: 16px; }
button:disabled { opacity: .55; cursor: progress; }
:focus-visible, fieldset label:has(:focus-visible) { outline: 3px solid #7FA2FF; outline-offset: 2px; }
header :focus-visible { outline-color: currentColor; outline-offset: -4px; }
section { border-top: 1px dashed var(--edge); padding-top: 14px; display: grid; gap: 8px; }
h2 { margin: 0; font-size: 14px; font-weight: 600; color: var(--soft); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
.note { font-size: 14px; color: var(--soft); }
.problem { padding: 10px 12px; border-radius: 8px; background: var(--bad-card); color: var(--bad); font-size: 15px; }
.good { color: var(--good); }
[hidden] { display: none !important; }
</style>
</head>
<body>
<main role="dialog" aria-modal="true" aria-labelledby="name">
<header>
<h1 id="name">Payment</h1><p id="about" hidden></p><p id="amount" hidden></p>
<button type="button" id="close" aria-label="Close">×</button>
</header>
<form id="form" class="body" novalidate>
<p id="problem" class="problem" role="alert" hidden></p>
<p id="loading" class="note" role="status">Loading…</p>
<div id="pay" class="body" style="padding:0" hidden>
<fieldset>
<legend>Pay with</legend>
<label><input type="radio" name="method" value="upi" checked>UPI</label>
<label><input type="radio" name="method" value="card">Card</label>
<label><input type="radio" name="method" value="netbanking">Netbanking</label>
</fieldset>
<div class="fields" data-method="upi"><label class="wide">UPI ID<input name="vpa" value="success@razorpay" autocomplete="off" inputmode="email" spellcheck="false"></label></div>
<div class="fields" data-method="card" hidden>
<label class="wide">Card number<input value="4100 2800 0000 1007" inputmode="numeric" autocomplete="off"></label>
<label>Expiry<input value="12/30" inputmode="numeric" autocomplete="off"></label>
<label>CVV<input value="123" inputmode="numeric" autocomplete="off"></label>
</div>
<div class="fields" data-method="netbanking" hidden><label class="wide">Bank<select name="bank"><option value="HDFC">HDFC Bank</option><option value="SBIN">State Bank of India</option><option value="ICIC">ICICI Bank</option><option value="UTIB">Axis Bank</option><option value="KKBK">Kotak Mahindra Bank</option></select></label></div>
<button type="submit" class="main" id="success" data-outcome="success">Pay</button>
<section aria-labelledby="else">
<h2 id="else">Or let something go wrong</h2>
<div class="pair">
<button type="submit" data-outcome="failure">Fail</button>
<button type="submit" data-outcome="late">Pay late</button>
<button type="submit" data-outcome="lost">Lose callback</button>
<button type="button" id="dismiss">Dismiss</button>
</div>
</section>
<p class="note">Sandbox: no money moves, and nothing leaves this machine.</p>
</div>
<div id="leave" class="body" style="padding:0" role="alertdialog" aria-labelledby="sure" hidden>
<p id="sure">Cancel this payment?</p>
<div class="pair"><button type="button" id="stay">Keep paying</button><button type="button" id="go">Yes, cancel</button></div>
</div>
<p id="paid" class="good" role="status" hidden>Paid. The page you came from will not be notified. You can close this one.</p>
</form>
</main>
<script>${checkoutBehaviour}</script>
</body>
</html>
`;
