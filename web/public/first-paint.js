// Runs before the first paint, so that the wrong theme, language or visitor's page never flashes. A
// separate file, because the content security policy forbids inline scripts. The keys are those of
// src/app/shell/Header.tsx, shared/pages.ts and src/app/session/session.ts.
var root = document.documentElement;
var styles = document.querySelector('meta[name="styles"]');
if (styles) addStyles(styles.content);
var language = new URLSearchParams(location.search).get('lang');
try {
  var theme = localStorage.getItem('sachet.theme');
  // The fonts are loaded after the page (src/browser/fonts.ts), but a later visit has them already.
  var fonts = localStorage.getItem('sachet.fonts');
  if (fonts) addStyles(fonts);
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  language = language || (/(?:^|; )sachet\.language=(\w+)/.exec(document.cookie) || [])[1];
  var isSignedIn = Object.keys(localStorage).some(function (key) {
    return key.indexOf('firebase:authUser:') === 0;
  });
  if (isSignedIn) {
    root.dataset.signedIn = '';
    preload('signed-in-scripts');
  }
} catch {
  // Without storage, the system's theme and English apply.
}
if (language === 'hi') root.lang = 'hi';
if (language === 'hg') root.lang = 'hi-Latn';
if (language === 'en') root.lang = 'en';
// Styles that a script adds do not delay the first paint.
function addStyles(path) {
  var link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = path;
  document.head.append(link);
}
function preload(list) {
  var names = document.querySelector('meta[name="' + list + '"]');
  if (!names || !names.content) return;
  names.content.split(' ').forEach(function (path) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = path;
    document.head.append(link);
  });
}
// A form that is sent before the client has started is sent again by src/browser/early-press.ts: its own page
// would take longer. The files of the sign-in dialog, which it opens, are requested immediately.
addEventListener('submit', function (event) {
  var isStarting = document.querySelector('#root[data-path]') && !('failed' in root.dataset);
  if (!isStarting || 'signedIn' in root.dataset) return;
  event.preventDefault();
  if (!window.sachetPress) preload('sign-in-scripts');
  window.sachetPress = { form: event.target, fields: Array.from(new FormData(event.target)) };
  root.dataset.pressed = '';
});
addEventListener('click', function (event) {
  if (event.target.id !== 'sheet-coming') return;
  delete root.dataset.pressed;
  delete window.sachetPress;
});
// A first file of the client may be missing, after a deployment or without a connection. Then the
// message in index.html is shown.
addEventListener(
  'error',
  function (event) {
    var target = event.target;
    if (target.tagName !== 'SCRIPT' || target.type !== 'module') return;
    root.dataset.failed = '';
  },
  true,
);
// Chromium offers the installation before the client is there; src/app/shell/LowerNotices.tsx makes the offer later.
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault();
  window.sachetInstall = event;
});
