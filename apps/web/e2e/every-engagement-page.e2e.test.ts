import { describe, inject, it } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { describePages, expectSmallScripts } from './testing/describe-pages.ts';
import { engagementPages } from './testing/every-page.ts';
import { openSharedStage } from './testing/product/open-stage.ts';
import { settle } from './testing/settle.ts';

// LAN-6, LAN-10
describe.runIf(hasBrowser())('every page of an engagement', () => {
  describePages(engagementPages);
});

describe.runIf(hasBrowser())('a deliverable in a wide window', () => {
  it('loads at most 225 KB of script, too, where its panel is open', async () => {
    const { stage, page, close } = await openSharedStage(
      inject('webStarter'),
      inject('webBaseUrl'),
    );
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`/engagements/${stage.engagementId}/deliverables/${stage.filename}`);
    await settle(page);
    await expectSmallScripts(page, 'deliverable');
    await close();
  });
});
