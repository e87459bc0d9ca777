import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { everyPage } from './testing/every-page.ts';
import { findViolations, findViolationsInBothThemes } from './testing/find-violations.ts';
import { type OpenStage, openStage } from './testing/product/open-stage.ts';
import { settle } from './testing/settle.ts';
import { sidewaysPx } from './testing/sideways-px.ts';
import { walkByTab } from './testing/walk-by-tab.ts';

describe.runIf(hasBrowser())('every page', { timeout: 60_000 }, () => {
  let opened: OpenStage;
  beforeAll(async () => {
    opened = await openStage(inject('webBaseUrl'));
  });
  afterAll(() => opened?.close());

  it.each(everyPage)(
    '$name: has a title and a heading, fits a phone, passes axe, and is fully reachable by keys',
    async ({ path, open }) => {
      const { stage, page, faults } = opened;
      faults.length = 0;
      if (open) await page.context().clearCookies();
      await page.goto(path(stage));
      await settle(page);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      expect(await page.title()).toMatch(/\S/);
      expect(await findViolationsInBothThemes(page)).toEqual([]);
      expect(await walkByTab(page, 'forward')).toEqual([]);
      await page.setViewportSize({ width: 360, height: 740 });
      // Parts that a script lays out follow a moment later.
      await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0);
      expect(await findViolations(page)).toEqual([]);
      expect(await walkByTab(page, 'back')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(faults).toEqual([]);
    },
  );
});
