import type { Download } from '@ecp/sdk/download';

/** Saves a file through the browser, with the name from the service. */
export async function saveDownload(download: Download, fallbackName: string): Promise<void> {
  saveBlob(await download.blob(), download.filename ?? fallbackName);
}

/** Saves a file that the page has created. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // By then the browser has read the address.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
