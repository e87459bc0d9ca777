import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { saveDownload } from '../../api/save-download.ts';
import { accountTexts } from '../../texts/en/settings/account.ts';

/** Interval of progress updates. */
const tellEveryMs = 100;

/** Exports all data and reports the received size. The export can be cancelled (ACC-1). */
export function useExport() {
  const leaving = useRef<AbortController>(null);
  const [receivedBytes, setReceivedBytes] = useState(0);
  const run = useMutation({
    meta: { showsError: true },
    async mutationFn() {
      const controller = new AbortController();
      leaving.current = controller;
      setReceivedBytes(0);
      const download = await api.exportAccount({}, { signal: controller.signal });
      const parts = await receive(download.stream, setReceivedBytes);
      const blob = new Blob(parts, { type: download.mediaType });
      await saveDownload({ ...download, blob: async () => blob }, accountTexts.export.fallbackName);
      return { filename: download.filename ?? accountTexts.export.fallbackName, sizeBytes: blob.size };
    },
    onError(_error) {
      // A user who cancels needs no explanation.
      if (leaving.current?.signal.aborted) run.reset();
    },
  });
  return { run, receivedBytes, stop: () => leaving.current?.abort() };
}

/** Reads the stream to its end. Throws if the connection breaks before, because a partial file is useless. */
async function receive(
  stream: ReadableStream<Uint8Array>,
  onProgress: (receivedBytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let receivedBytes = 0;
  let toldAt = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value as Uint8Array<ArrayBuffer>);
    receivedBytes += value.length;
    if (performance.now() - toldAt < tellEveryMs) continue;
    toldAt = performance.now();
    onProgress(receivedBytes);
  }
}
