// Runs before the first paint, so that the wrong theme, language or visitor's page never flashes. The build
// writes it into each page (vite-plugins.ts), and the content security policy allows its hash. The keys are
// those of src/app/shell/Header.tsx, shared/pages.ts and src/app/session/session.ts.
var root = document.documentElement;
var isSignedIn = false;
var styles = getMeta('styles');
if (styles) addStyles(styles);
var language = new URLSearchParams(location.search).get('lang');
try {
  var theme = localStorage.getItem('sachet.theme');
  // The fonts are loaded after the page (src/browser/fonts.ts), but a later visit has them already.
  var fonts = localStorage.getItem('sachet.fonts');
  if (fonts) addStyles(fonts);
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  language = language || (/(?:^|; )sachet\.language=(\w+)/.exec(document.cookie) || [])[1];
  isSignedIn = Object.keys(localStorage).some(function (key) {
    return key.indexOf('firebase:authUser:') === 0;
  });
} catch {
  // Without storage, the system's theme and English apply.
}
if (isSignedIn) root.dataset.signedIn = '';
if (language === 'hi') root.lang = 'hi';
if (language === 'hg') root.lang = 'hi-Latn';
if (language === 'en') root.lang = 'en';
function getMeta(name) {
  var meta = document.querySelector('meta[name="' + name + '"]');
  return meta ? meta.content : '';
}
// Styles that a script adds do not delay the first paint.
function addStyles(path) {
  var link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = path;
  document.head.append(link);
}
function preload(list, priority) {
  getMeta(list)
    .split(' ')
    .filter(Boolean)
    .forEach(function (path) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.fetchPriority = priority;
      link.href = path;
      document.head.append(link);
    });
}
// Loads the client. The build names its entry first. If one of these files is missing, after a deployment or
// without a connection, the message in index.html is shown.
var isLoading = false;
function load() {
  if (isLoading) return;
  isLoading = true;
  var entry = getMeta('scripts').split(' ')[0];
  if (!entry) return;
  preload('scripts', 'low');
  preload('page-scripts', 'low');
  if (isSignedIn) preload('signed-in-scripts', 'auto');
  import(entry).catch(function () {
    root.dataset.failed = '';
  });
}
// A page that the server has rendered for visitors is painted without scripts, so they leave the line to its
// styles and pictures until then. A tab in the background is not painted.
var unpaintedMs = 500;
if (isSignedIn || !getMeta('rendered')) load();
addEventListener('load', function () {
  setTimeout(load, unpaintedMs);
});
// A form that is sent before the client has started is sent again by src/browser/early-press.ts: its own page
// would take longer. The files of the sign-in dialog, which it opens, are requested immediately.
addEventListener('submit', function (event) {
  var isStarting = document.querySelector('#root[data-path]') && !('failed' in root.dataset);
  if (!isStarting || isSignedIn) return;
  event.preventDefault();
  load();
  if (!window.sachetPress) preload('sign-in-scripts', 'auto');
  window.sachetPress = { form: event.target, fields: Array.from(new FormData(event.target)) };
  root.dataset.pressed = '';
});
addEventListener('click', function (event) {
  if (event.target.id !== 'sheet-coming') return;
  delete root.dataset.pressed;
  delete window.sachetPress;
});
// Chromium offers the installation before the client is there; src/app/shell/LowerNotices.tsx makes the offer later.
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault();
  window.sachetInstall = event;
});
// Last, because an older browser throws an error for this kind of entry.
if (window.PerformanceObserver)
  new PerformanceObserver(function (list) {
    if (list.getEntriesByName('first-contentful-paint').length > 0) load();
  }).observe({ type: 'paint', buffered: true });
