import { readSize } from '../command-line/read-size.ts';

/** Options that chaos and soak share, as texts. */
interface LoadOptions extends Record<'platforms' | 'engines' | 'engagements', string> {
  'model-ms': string;
  'pause-ms': string;
}

/** Returns the numbers of processes and engagements, and times in milliseconds. Throws if one is no size. */
export const readLoadSizes = (options: LoadOptions) => ({
  platforms: readSize('platforms', options.platforms),
  engines: readSize('engines', options.engines),
  engagements: readSize('engagements', options.engagements),
  modelMs: readSize('model-ms', options['model-ms']),
  pauseMs: readSize('pause-ms', options['pause-ms']),
});
