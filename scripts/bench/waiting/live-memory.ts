/** Reads what a process of Node keeps after its garbage is collected, by the inspector at a port of this machine. */
export async function readLiveBytes(inspectorPort: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  try {
    await send(socket, 1, 'HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await send(socket, 2, 'Runtime.getHeapUsage');
    return Number(usedSize) + Number(embedderHeapUsedSize) + Number(backingStorageSize);
  } finally {
    socket.close();
  }
}

function send(socket: WebSocket, id: number, method: string): Promise<Record<string, number>> {
  return new Promise((resolve) => {
    const listen = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as { id: number; result: Record<string, number> };
      if (message.id !== id) return;
      socket.removeEventListener('message', listen);
      resolve(message.result);
    };
    socket.addEventListener('message', listen);
    socket.send(JSON.stringify({ id, method }));
  });
}
