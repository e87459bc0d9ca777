import type { Page } from 'playwright-core';

/** The parts of the app's router that a test uses. It is a property of the window. */
interface Router {
  history: { push(path: string): void };
  subscribe(event: 'onResolved', listener: () => void): () => void;
}

/**
 * Leads an open page of the app to another path as a link does, without another document: a third
 * of the processor time of `page.goto`. Returns when the page there is drawn.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = self as unknown as { __TSR_ROUTER__: Router };
    const arrival = Promise.withResolvers<void>();
    const stop = router.subscribe('onResolved', () => arrival.resolve());
    router.history.push(href);
    await arrival.promise;
    stop();
  }, path);
}
