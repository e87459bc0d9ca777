import { gridPages } from './pages/grid-pages.ts';
import { ministryPages } from './pages/ministry-pages.ts';
import { operatorPages } from './pages/operator-pages.ts';
import { portPages } from './pages/port-pages.ts';
import { pressPages } from './pages/press-pages.ts';
import { yardPages } from './pages/yard-pages.ts';
import type { SitePage } from './site-page.ts';

/**
 * The 30 pages of the fake site: a regional ferry operator considers battery ferries. The press and the yard contradict
 * each other on the price of the Lysefjord. Later the grid operator's waiting times change, and the yard's budget prices
 * disappear. The ministry's draft is closed to robots, and one address of the port redirects.
 */
export const sitePages: readonly SitePage[] = [
  ...operatorPages,
  ...portPages,
  ...gridPages,
  ...pressPages,
  ...ministryPages,
  ...yardPages,
];

/** The page of the port that redirects, and where to. */
export const movedPage = { from: '/old/shore-power', to: '/halden/shore-power-study.pdf' } as const;
