import { describe } from 'vitest';
import { hasBrowser } from './testing/browser.ts';
import { describePages } from './testing/describe-pages.ts';
import { otherPages } from './testing/every-page.ts';

// LAN-6, LAN-10
describe.runIf(hasBrowser())('every page outside of an engagement', () => {
  describePages(otherPages);
});
