import { compareTexts } from './compare-texts.ts';

export interface CompareRequest {
  before: string;
  after: string;
}

// Runs in a worker, because comparing rewritten documents takes longer than a frame.
addEventListener('message', ({ data }: MessageEvent<CompareRequest>) => {
  postMessage(compareTexts(data.before, data.after));
});
