import { compareTexts } from './compare-texts.ts';

/** What the page sends. */
export interface CompareRequest {
  before: string;
  after: string;
}

// Beside the page's thread: rewritten documents take longer than a frame to compare.
addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  postMessage(compareTexts(data.before, data.after));
});
