/** Returns whether an attempt succeeded: its status is 2xx (docs/requirements/webhooks.md). */
export const hasArrived = ({ statusCode }: { statusCode: number | null }): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;
