import type { Download } from '@ecp/sdk/download';

export async function saveDownload(download: Download, fallbackName: string): Promise<void> {
  saveBlob(await download.blob(), download.filename ?? fallbackName);
}

export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // By then the browser has read the address.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
