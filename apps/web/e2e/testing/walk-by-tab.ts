import type { JSHandle, Page } from 'playwright-core';
import { ElementQuestions } from './element-questions.ts';
import { TabWalk } from './tab-walk.ts';

/** More stops than any page of the tests has. */
const mostStops = 400;
const keys = { forward: 'Tab', back: 'Shift+Tab' } as const;
type Direction = keyof typeof keys;

/**
 * What is wrong for who has no pointer: it goes through the whole page by the Tab key, or back through it, and looks whether
 * everything is reached, in view, not covered, with the focus seen, and nothing holds it.
 */
export async function walkByTab(page: Page, direction: Direction): Promise<string[]> {
  // Through the debugger, which the page's content security policy does not concern.
  const walk = await page.evaluateHandle<TabWalk>(`new (${TabWalk})(new (${ElementQuestions})())`);
  // What comes meanwhile, such as a drawing, is met on another round.
  do await goRound(page, walk, direction);
  while (await walk.evaluate((own) => own.hasNewcomers()));
  return walk.evaluate((own) => own.finish());
}

async function goRound(page: Page, walk: JSHandle<TabWalk>, direction: Direction): Promise<void> {
  await walk.evaluate((own, way) => own.begin(way), direction);
  for (let stops = 0; stops < mostStops; stops += 1) {
    await page.keyboard.press(keys[direction]);
    if (!(await walk.evaluate((own) => own.step()))) return;
  }
  throw new Error(`The way has not ended after ${mostStops} stops`);
}
