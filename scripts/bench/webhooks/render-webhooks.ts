import { percent, renderTable, whole } from '../report/render-table.ts';
import { type WebhookFigures, webhookSizes } from './measure-webhooks.ts';

/** Renders the section of webhook deliveries. */
export function renderWebhooks({ platform, loop, twice }: WebhookFigures): string {
  const { tenants, events, rounds, loopPosts, loopsAtOnce } = webhookSizes;
  const ratio = (perSecond: number) => (perSecond / loop.perSecond).toFixed(2);
  return [
    `A receiver in another process answers over HTTPS. In each of ${rounds} rounds, ${whole(events)} events of each of ${tenants} tenants become due at one moment, each for one endpoint. The platform takes each delivery from the durable queue, reads it, checks the address, signs it twice, posts it, and stores the attempt. The rate is from the first to the last arrival. The loop posts a body of the same size ${whole(loopPosts)} times with \`undici\` and the same signatures, ${loopsAtOnce} at once, over kept connections, without a database. Writing the events is not part of the time. Figures are medians.`,
    renderTable([
      ['Webhooks over HTTPS', 'deliveries/s', 'ratio', 'spread', 'server CPU µs', 'Postgres CPU µs'],
      [
        'platform',
        whole(platform.perSecond),
        ratio(platform.perSecond),
        percent(platform.spread),
        whole(platform.serverCpuUs),
        whole(platform.postgresCpuUs),
      ],
      ['undici in a loop', whole(loop.perSecond), '1.00', percent(loop.spread), whole(loop.serverCpuUs), ''],
    ]),
    `Deliveries that arrived twice: ${whole(twice)}.`,
  ].join('\n\n');
}
