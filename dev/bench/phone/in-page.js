// Runs in the page of `../phone.ts`, before the page's own scripts.
const found = { largestPaintMs: 0, hydratedMs: 0, shift: 0 };
const tasks = [];

function watch(type, each) {
  new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
    type,
    buffered: true,
  });
}
watch('largest-contentful-paint', ({ startTime }) => (found.largestPaintMs = startTime));
watch('longtask', ({ startTime, duration }) => tasks.push({ startTime, duration }));
watch('layout-shift', ({ value }) => (found.shift += value));
// The client removes the attribute when it has begun to hydrate the page.
new MutationObserver((_, observer) => {
  const root = document.getElementById('root');
  if (!root || 'path' in root.dataset || root.childElementCount === 0) return;
  found.hydratedMs = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true, attributeFilter: ['data-path'] });

window.bench = {
  /** The blocking time is the part of each task after the first paint that exceeds 50 ms. */
  read() {
    const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0].startTime;
    const blockingMs = tasks
      .filter(({ startTime, duration }) => startTime + duration > firstPaintMs)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { ...found, firstPaintMs, blockingMs };
  },

  /** Lighthouse's `benchmarkIndex`: how fast the machine is at this moment. */
  computeIndex() {
    function countPerSecond(run) {
      const begunAtMs = performance.now();
      let count = 0;
      while (count % 10 !== 0 || performance.now() - begunAtMs < 500) run(count++);
      return count / 10 / ((performance.now() - begunAtMs) / 1_000);
    }
    const even = Array.from({ length: 100_000 }, (_, index) => index);
    const odd = [...even];
    const withGarbage = countPerSecond(() => {
      let text = '';
      for (let index = 0; index < 10_000; index += 1) text += 'a';
      if (text.length === 1) throw new Error('Keeps the compiler from removing the loop.');
    });
    const without = countPerSecond((count) => {
      const [from, to] = count % 2 === 0 ? [even, odd] : [odd, even];
      for (let index = 0; index < from.length; index += 1) to[index] = from[index];
    });
    return (withGarbage + without) / 2;
  },
};
