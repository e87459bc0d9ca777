import type { Download } from '@ecp/sdk/download';

/** Hands a file to the browser to keep, by the name that the service gave it. */
export async function saveDownload(download: Download, fallbackName: string): Promise<void> {
  const url = URL.createObjectURL(await download.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = download.filename ?? fallbackName;
  link.click();
  // The browser has taken the address by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
