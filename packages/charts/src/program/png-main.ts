import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { Resvg } from '@resvg/resvg-js';
import { drawLogo, type LogoJob } from './draw-logo.ts';

/** A drawing to turn into pixels, on white. The drawing itself is the job's body. */
export interface PngJob {
  widthPx: number;
  fontFolders: string[];
}

/** The child process that turns drawings into PNG. */
serveJobs<PngJob | LogoJob>((job, drawing) => {
  const { fontFolders } = job;
  if ('logo' in job) {
    const outcome = drawLogo(drawing, fontFolders);
    return typeof outcome === 'string' ? { head: outcome } : { head: null, body: outcome };
  }
  const image = new Resvg(drawing, {
    fitTo: { mode: 'width', value: job.widthPx },
    background: '#ffffff',
    font: { fontDirs: fontFolders, loadSystemFonts: false, defaultFontFamily: 'Source Sans 3' },
  });
  return { head: null, body: image.render().asPng() };
});
