import type { CDPSession, JSHandle, Page } from 'playwright-core';
import { ElementQuestions } from './element-questions.ts';
import { TabWalk } from './tab-walk.ts';

/** More stops than any page of the tests has. */
const mostStops = 400;
/** The Tab key, in the terms of the debugger, without Shift and with it. */
const tab = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
const modifiers = { forward: 0, back: 8 } as const;
type Direction = keyof typeof modifiers;

/**
 * Lists, as one text, what a person can act on around the content of a page; null if the page has
 * no content yet.
 */
export const readFrame = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(`(() => {
    const ask = new (${ElementQuestions})();
    const content = document.querySelector('main');
    return content && ask.listInteractive().filter((one) => !content.contains(one)).map((one) => ask.name(one)).join();
  })()`);

/**
 * Lists what is wrong for a person without a pointer. It goes forward or back through the page, or
 * through its content alone, by the Tab key, and checks that every stop is reached, in view and not
 * covered, shows its focus, and does not trap it.
 */
export async function walkByTab(
  page: Page,
  direction: Direction,
  part: 'page' | 'content' = 'page',
): Promise<string[]> {
  const walk = await makeWalk(page, part);
  // Another round checks what has appeared meanwhile, such as a drawing.
  const session = await page.context().newCDPSession(page);
  do await goRound(session, walk, direction);
  while (await walk.evaluate((own) => own.hasNewcomers()));
  await session.detach();
  return walk.evaluate((own) => own.finish());
}

/** Lists the stops of the content that are out of view or covered when they have the focus. */
export async function visitStops(page: Page): Promise<string[]> {
  const walk = await makeWalk(page, 'content');
  return walk.evaluate((tabWalk) => tabWalk.visit());
}

/** Evaluates through the debugger, to which the page's content security policy does not apply. */
function makeWalk(page: Page, part: 'page' | 'content'): Promise<JSHandle<TabWalk>> {
  const content = part === 'page' ? 'null' : 'document.querySelector("main")';
  return page.evaluateHandle<TabWalk>(`new (${TabWalk})(new (${ElementQuestions})(), ${content})`);
}

async function goRound(
  session: CDPSession,
  walk: JSHandle<TabWalk>,
  direction: Direction,
): Promise<void> {
  await walk.evaluate((own, way) => own.begin(way), direction);
  for (let stops = 0; stops < mostStops; stops += 1) {
    // The focus moves when the key goes down. Sent this way, a press takes half of the processor
    // time.
    await session.send('Input.dispatchKeyEvent', { ...tab, modifiers: modifiers[direction] });
    if (!(await walk.evaluate((own) => own.step()))) return;
  }
  throw new Error(`The path has not ended after ${mostStops} stops`);
}
