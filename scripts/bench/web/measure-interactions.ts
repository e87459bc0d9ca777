import type { Browser, Page } from 'playwright-core';
import { openVisit, readMeasures, type Visitor } from './open-visit.ts';

/** Time from the slowest event of an interaction to the next paint, by the Event Timing API. */
export interface InteractionFigures {
  name: string;
  /** Null when every event was over within a frame, because the browser does not report such events. */
  slowestMs: number | null;
}

interface Interaction {
  name: string;
  path: string;
  act: (page: Page) => Promise<void>;
}

const interactions: readonly Interaction[] = [
  {
    name: 'Filter the list of 10,000',
    path: '/engagements',
    async act(page) {
      for (const status of ['Completed', 'Failed', 'All']) {
        await page.getByRole('button', { name: status, exact: true }).click();
        await page.waitForLoadState('networkidle');
      }
    },
  },
  {
    name: 'Type into its search',
    path: '/engagements',
    async act(page) {
      await page.getByRole('searchbox').click();
      await page.keyboard.type('region 42', { delay: 60 });
      await page.waitForURL(/q=region/);
    },
  },
  {
    name: 'Open the command menu and type',
    path: '/engagements',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await page.keyboard.type('library', { delay: 60 });
      await page.keyboard.press('Escape');
    },
  },
  {
    name: 'Follow an engagement and come back',
    path: '/engagements',
    async act(page) {
      await page.getByRole('link', { name: /^Engagement 3:/ }).click();
      await page.getByRole('heading', { level: 1, name: /^Engagement 3:/ }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: /^Engagement 3:/ }).waitFor();
    },
  },
];

/** Performs the most frequent interactions, each in a fresh profile. */
export async function measureInteractions(browser: Browser, visitor: Visitor): Promise<InteractionFigures[]> {
  const found: InteractionFigures[] = [];
  for (const { name, path, act } of interactions) {
    await using visit = await openVisit(browser, visitor);
    const { page } = visit;
    await page.goto(path);
    await page.getByRole('link', { name: /^Engagement 3:/ }).waitFor();
    await page.waitForLoadState('networkidle');
    await act(page);
    await page.waitForLoadState('networkidle');
    const { interactions: durations } = await readMeasures(page);
    found.push({ name, slowestMs: durations.length === 0 ? null : Math.max(...durations) });
  }
  return found;
}
