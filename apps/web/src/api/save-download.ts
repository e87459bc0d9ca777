import type { Download } from '@ecp/sdk/download';

/** Hands a file to the browser to keep, by the name that the service gave it. */
export async function saveDownload(download: Download, fallbackName: string): Promise<void> {
  saveBlob(await download.blob(), download.filename ?? fallbackName);
}

/** Hands something that the page made to the browser to keep. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
