/// <reference lib="dom" />

/** Where the text of a view is, and what it says. */
export interface Landmark {
  /** A selector of the heading. */
  readonly heading: string;
  readonly headingText: string;
  /** A selector of what the text is in. */
  readonly text: string;
  readonly openings: readonly string[];
}

/** A piece of work of the main thread; in milliseconds since the navigation began. */
export interface Task {
  readonly start: number;
  readonly duration: number;
}

/** What a page tells of its load; times in milliseconds since the navigation began. */
export interface Report {
  /** When the heading and the text stood in view for the first time; undefined before that. */
  readable?: number;
  /** When the frame began that shows them: what it takes from there is their own layout. */
  frame?: number;
  /** The first contentful paint. */
  firstPaint?: number;
  /** The largest contentful paint so far. */
  largestPaint?: number;
  /** The end of the load event. */
  loaded?: number;
  /** All of 50 ms and more, as the browser tells no others (Long Tasks API). */
  longTasks: Task[];
  /** The sum of all layout shifts (Layout Instability API). */
  shift: number;
}

/** The report, as the page tells it when it is asked. */
export const reportName = 'documentationBench';

/**
 * Runs in the page, before anything else of it, and refers to nothing outside itself. It looks at the
 * view at each frame until it is readable: what is found then, this frame paints.
 */
export function watch([landmark, name]: readonly [Landmark, string]): void {
  const report: Report = { longTasks: [], shift: 0 };
  const flushes: (() => void)[] = [];
  Object.defineProperty(window, name, {
    get: () => {
      // A page that has much to do is told of its own work late.
      for (const flush of flushes) flush();
      const [navigation] = performance.getEntriesByType('navigation');
      const { loadEventEnd } = navigation as PerformanceNavigationTiming;
      if (loadEventEnd > 0) report.loaded = loadEventEnd;
      return report;
    },
  });

  function observe(type: string, take: (entry: PerformanceEntry) => void): void {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type, buffered: true });
    flushes.push(() => observer.takeRecords().forEach(take));
  }
  observe('paint', ({ name: paint, startTime }) => {
    if (paint === 'first-contentful-paint') report.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (report.largestPaint = startTime));
  observe('longtask', ({ startTime, duration }) =>
    report.longTasks.push({ start: startTime, duration }),
  );
  observe(
    'layout-shift',
    (entry) => (report.shift += (entry as unknown as { value: number }).value),
  );

  function textNode(within: Element, words: string): Text | undefined {
    const nodes = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode as Text;
      if (node.data.includes(words)) return node;
    }
    return undefined;
  }
  /** Whether the beginning of a text is shown in the viewport, with nothing over it. */
  function isInView(selector: string, words: string): boolean {
    const within = document.querySelector(selector);
    const node = within && textNode(within, words);
    if (
      !node?.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    ) {
      return false;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    if (!box || box.width === 0 || box.height === 0) return false;
    const seen = document.elementFromPoint(box.left + 1, box.top + box.height / 2);
    return seen !== null && (seen.contains(node) || node.parentElement.contains(seen));
  }
  function look(): void {
    const frame = performance.now();
    if (
      isInView(landmark.heading, landmark.headingText) &&
      landmark.openings.some((opening) => isInView(landmark.text, opening))
    ) {
      report.readable = performance.now();
      report.frame = frame;
    } else {
      requestAnimationFrame(look);
    }
  }
  requestAnimationFrame(look);
}
