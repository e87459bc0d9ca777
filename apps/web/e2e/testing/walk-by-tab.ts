import type { JSHandle, Page } from 'playwright-core';
import { ElementQuestions } from './element-questions.ts';
import { TabWalk } from './tab-walk.ts';

/** More stops than any page of the tests has. */
const mostStops = 400;
const keys = { forward: 'Tab', back: 'Shift+Tab' } as const;
type Direction = keyof typeof keys;

/**
 * Lists what is wrong for a person without a pointer. It goes forward or back through the whole page by the Tab key,
 * and checks that every stop is reached, in view and not covered, shows its focus, and does not trap it.
 */
export async function walkByTab(page: Page, direction: Direction): Promise<string[]> {
  // Evaluates through the debugger, to which the page's content security policy does not apply.
  const walk = await page.evaluateHandle<TabWalk>(`new (${TabWalk})(new (${ElementQuestions})())`);
  // Another round checks what has appeared meanwhile, such as a drawing.
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
  throw new Error(`The path has not ended after ${mostStops} stops`);
}
