// Runs in every page before its own scripts and records the browser's measurements in `measures`.
const measures = { lcpMs: 0, interactions: [] };

new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) measures.lcpMs = startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });

new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId) measures.interactions.push(duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });

/** Returns the bytes of compressed script that the page has loaded so far. */
measures.scriptBytes = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);

/** Scrolls a list from its top by one step per frame. Returns the time of each frame in milliseconds. */
measures.scroll = (selector, stepPx, frames) =>
  new Promise((resolve) => {
    const scroller = document.querySelector(selector);
    const times = [];
    scroller.scrollTop = 0;
    const onFrame = (nowMs) => {
      times.push(nowMs);
      if (times.length > frames) return resolve(times);
      scroller.scrollTop += stepPx;
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });

window.measures = measures;
