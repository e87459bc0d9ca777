/** Whether an attempt arrived: a 2xx (docs/requirements/webhooks.md). */
export const hasArrived = ({ statusCode }: { statusCode: number | null }): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300;
