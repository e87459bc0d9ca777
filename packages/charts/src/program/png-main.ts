import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { Resvg } from '@resvg/resvg-js';

/** A drawing to turn into pixels, on white. The drawing itself is the job's body. */
export interface PngJob {
  widthPx: number;
  fontFolders: string[];
}

/** The child process that turns drawings into PNG. */
serveJobs<PngJob>(({ widthPx, fontFolders }, drawing) => {
  const image = new Resvg(drawing, {
    fitTo: { mode: 'width', value: widthPx },
    background: '#ffffff',
    font: { fontDirs: fontFolders, loadSystemFonts: false, defaultFontFamily: 'Source Sans 3' },
  });
  return { head: null, body: image.render().asPng() };
});
