/** How much of a request the browser has sent, including the rest of the form. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * The parts of XMLHttpRequest in use. The sdk is also compiled without the browser's declarations.
 */
interface Uploader {
  status: number;
  statusText: string;
  response: Blob | null;
  responseType: string;
  withCredentials: boolean;
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: unknown): void;
  abort(): void;
}

/**
 * Returns a fetch with upload progress by XMLHttpRequest; undefined in Node. Broken connections are
 * TypeErrors. It sends the origin's cookies.
 */
export function fetchWithProgress(
  onProgress: (progress: UploadProgress) => void,
): typeof fetch | undefined {
  const { XMLHttpRequest: Request } = globalThis as unknown as {
    XMLHttpRequest?: new () => Uploader;
  };
  if (!Request) return undefined;
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, credentials, signal } = init;
      const request = new Request();
      const stop = () => request.abort();
      const settle = (act: () => void) => () => {
        signal?.removeEventListener('abort', stop);
        act();
      };
      request.open(method, String(url));
      request.responseType = 'blob';
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) =>
        onProgress({ sentBytes: loaded, totalBytes: total });
      request.onload = settle(() => resolve(toResponse(request)));
      request.onerror = settle(() => reject(new TypeError('The connection failed')));
      request.onabort = settle(() => reject(signal?.reason));
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', stop, { once: true });
      request.send(body ?? null);
    });
}

function toResponse(request: Uploader): Response {
  const { status, statusText } = request;
  const lines = request.getAllResponseHeaders().trim().split(/\r\n/);
  const headers = lines.filter(Boolean).map((line): [string, string] => {
    const [name = '', ...value] = line.split(':');
    return [name, value.join(':').trim()];
  });
  const bodyless = [204, 205, 304].includes(status);
  return new Response(bodyless ? null : request.response, { status, statusText, headers });
}
